import type { Change } from '~/domains/audit/model'
import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import type { Db, Tx } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import type { FieldValues } from '~/platform/forms'
import type { Move } from '~/platform/list-order'
import { takeSlug } from '~/platform/slug'
import { rowChanges } from './changes'
import { type PackageRow, packageRowSchema } from './drafts'
import { lockedContent, reorder } from './rows/operations.server'
import type { RowAdded, RowMoved, RowRefusal, RowRemoved, RowSaved } from './rows/outcome'
import { readRow, valuesOfRow } from './rows/row-form'
import { type ListedService, MOST_PACKAGES, PACKAGE_FIELDS } from './services'
import { slugsFor } from './services.server'
import {
  deletePackageRow,
  insertPackageRow,
  packagesQuery,
  selectPackageRow,
  selectServiceRow,
  takeRecommendation,
  updatePackageRow,
} from './services-store.server'

/** Identifies a package: both are slugs. */
interface PackageKey {
  service: string
  slug: string
}

/** The packages of a service in order. */
export async function listPackages({ db }: { db: Db }, service: string): Promise<ListedService['packages']> {
  const parent = await selectServiceRow(db, service)
  const rows = parent ? await packagesQuery(db, parent.id).execute() : []
  return rows.map(({ slug, title, price_cents: priceCents, recommended }) => ({
    ...{ slug, title, priceCents },
    isRecommended: recommended === 1,
  }))
}

export async function readPackage(
  { db }: { db: Db },
  key: PackageKey,
): Promise<{ title: string; values: FieldValues; version: number } | undefined> {
  const row = await selectPackageRow(db, key)
  return row && { title: row.title, values: valuesOf(row), version: row.version }
}

export const blankPackage = (): FieldValues => valuesOfRow(PACKAGE_FIELDS, {})

/** Adds a package at the end of its service. */
export async function addPackage(
  { db, clock, author }: WriteDeps,
  service: string,
  sent: FieldValues,
): Promise<RowAdded<{ slug: string }> | Extract<RowRefusal, { reason: 'missing' }>> {
  const read = readRow(PACKAGE_FIELDS, packageRowSchema, sent)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  return await lockedContent(db, async (tx) => {
    const parent = await selectServiceRow(tx, service)
    if (!parent) return { ok: false as const, reason: 'missing' as const }
    const rows = await packagesQuery(tx, parent.id).execute()
    if (rows.length >= MOST_PACKAGES) return { ok: false as const, reason: 'full' as const }
    const taken = await makeRoom(tx, read.value, { serviceId: parent.id, except: '' })
    const place = { serviceId: parent.id, position: (rows.at(-1)?.position ?? -1) + 1 }
    const slug = await insertWithFreeSlug(tx, read.value, place)
    const changes = [...rowChanges(PACKAGE_FIELDS, {}, rowValues(read.value)), ...taken]
    const subject = subjectOf(read.value.title, parent.title)
    await recordAction({ db: tx, clock, author }, { action: 'content-added', subject, changes })
    return { ok: true as const, slug }
  })
}

async function insertWithFreeSlug(
  tx: Tx,
  values: PackageRow,
  place: { serviceId: string; position: number },
): Promise<string> {
  return await takeSlug(slugsFor(values.title, 'package'), (slug) =>
    insertPackageRow(tx, values, { ...place, slug }),
  )
}

/** Saves a package. Recommending it ends the recommendation of the service's other package. */
export async function savePackage(
  { db, clock, author }: WriteDeps,
  key: PackageKey,
  { sent, version }: { sent: FieldValues; version: number },
): Promise<RowSaved> {
  const read = readRow(PACKAGE_FIELDS, packageRowSchema, sent)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  return await lockedContent(db, async (tx): Promise<RowSaved> => {
    const row = await selectPackageRow(tx, key)
    if (!row) return { ok: false, reason: 'missing' }
    if (row.version !== version) return { ok: false, reason: 'changed-since' }
    const taken = await makeRoom(tx, read.value, { serviceId: row.service_id, except: row.id })
    await updatePackageRow(tx, row, read.value)
    const changes = [...rowChanges(PACKAGE_FIELDS, valuesOf(row), rowValues(read.value)), ...taken]
    const subject = subjectOf(read.value.title, await titleOfService(tx, key.service))
    if (changes.length > 0)
      await recordAction({ db: tx, clock, author }, { action: 'content-changed', subject, changes })
    return { ok: true }
  })
}

async function makeRoom(
  tx: Tx,
  { recommended, title }: PackageRow,
  { serviceId, except }: { serviceId: string; except: string },
): Promise<Change[]> {
  const from = recommended ? await takeRecommendation(tx, serviceId, except) : undefined
  return from === undefined ? [] : [{ field: 'Recommended package', from, to: title }]
}

/** Identified by slugs. */
export async function movePackage(
  { db, clock, author }: WriteDeps,
  service: string,
  move: Move,
): Promise<RowMoved> {
  return await lockedContent(db, async (tx): Promise<RowMoved> => {
    const parent = await selectServiceRow(tx, service)
    if (!parent) return { ok: false, reason: 'changed-since' }
    const rows = (await packagesQuery(tx, parent.id).execute()).map((row) => ({ ...row, key: row.slug }))
    const subject = `Packages of “${parent.title}”`
    return await reorder({ tx, clock, author }, { table: 'packages', rows, subject }, move)
  })
}

export async function removePackage(
  { db, clock, author }: WriteDeps,
  key: PackageKey,
  version: number,
): Promise<RowRemoved> {
  return await lockedContent(db, async (tx): Promise<RowRemoved> => {
    const row = await selectPackageRow(tx, key)
    if (!row) return { ok: false, reason: 'missing' }
    if (row.version !== version) return { ok: false, reason: 'changed-since' }
    await deletePackageRow(tx, row.id)
    const changes = rowChanges(PACKAGE_FIELDS, valuesOf(row), {})
    const subject = subjectOf(row.title, await titleOfService(tx, key.service))
    await recordAction({ db: tx, clock, author }, { action: 'content-removed', subject, changes })
    return { ok: true }
  })
}

const subjectOf = (title: string, service: string) => `Package “${title}” of “${service}”`

const titleOfService = async (db: Db, slug: string): Promise<string> =>
  (await selectServiceRow(db, slug))?.title ?? slug

const rowValues = (row: PackageRow): FieldValues => valuesOfRow(PACKAGE_FIELDS, row)

const valuesOf = (row: Row<'packages'>): FieldValues =>
  valuesOfRow(PACKAGE_FIELDS, {
    ...row,
    price: row.price_cents,
    points: JSON.parse(row.points),
    recommended: row.recommended === 1,
  })
