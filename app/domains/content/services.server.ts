import { hasChanged, recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import { listTypesOfService } from '~/domains/booking/session-types/operations.server'
import { photosById, photosBySlug } from '~/domains/photos/operations.server'
import { textOf } from '~/domains/texts/stored-text'
import type { Db, Tx } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import type { FieldValues } from '~/platform/forms'
import { CHOOSE_PHOTO } from '~/platform/http/notices'
import type { Move } from '~/platform/list-order'
import { slugCandidates, slugFrom, takeSlug } from '~/platform/slug'
import { rowChanges } from './changes'
import { serviceRowSchema } from './drafts'
import { lockedContent, reorder } from './rows/operations.server'
import type { RowAdded, RowMoved, RowRemoved, RowSaved } from './rows/outcome'
import { readRow, valuesOfRow } from './rows/row-form'
import { withDocuments } from './rows/texts.server'
import { type ListedService, MOST_SERVICES, SERVICE_FIELDS, type ServicePrices } from './services'
import {
  deleteServiceRow,
  insertServiceRow,
  isAnyEdited,
  packagesQuery,
  type ServiceValues,
  selectAllServices,
  selectServiceOrder,
  selectServicePrice,
  selectServiceRow,
  selectServices,
  updateServiceRow,
} from './services-store.server'
import { selectPage } from './store.server'

/** Whether the studio has added, edited or deleted a service or a package. */
export const hasEditedServices = async ({ db }: { db: Db }): Promise<boolean> =>
  (await isAnyEdited(db)) ||
  (await hasChanged(
    { db },
    {
      actions: ['content-added', 'content-changed', 'content-removed'],
      subjects: ['Service “', 'Package “'],
    },
  ))

/** Every service in order, published or not, with its packages. */
export const listAllServices = ({ db }: { db: Db }): Promise<ListedService[]> => selectAllServices(db)

export interface EditedService {
  slug: string
  title: string
  values: FieldValues
  /** The version that a save must name. */
  version: number
}

export async function readService({ db }: { db: Db }, slug: string): Promise<EditedService | undefined> {
  const row = await selectServiceRow(db, slug)
  if (!row) return undefined
  return { slug, title: row.title, values: await shownValues(db, row), version: row.version }
}

/** Defaults of a new service. */
export const blankService = (): FieldValues =>
  valuesOfRow(SERVICE_FIELDS, { notch: 'portrait', published: false })

export interface ServiceDependents {
  /** Titles of its session types. */
  sessionTypes: string[]
  /** Pages that refer to it. */
  pages: string[]
}

/** What else is affected when the service is deleted. */
export async function readServiceDependents({ db }: { db: Db }, slug: string): Promise<ServiceDependents> {
  const row = await selectServiceRow(db, slug)
  const portrait = await selectPage(db, 'portrait')
  return {
    sessionTypes: row ? (await listTypesOfService({ db }, row.id)).map(({ title }) => title) : [],
    pages: portrait?.body.service === slug ? ['Portrait'] : [],
  }
}

/** Adds a service at the end. Its slug is derived from its title and never changes. */
export async function addService(
  { db, clock, author }: WriteDeps,
  sent: FieldValues,
): Promise<RowAdded<{ slug: string }>> {
  const read = await readValues(db, sent, { now: clock.now(), publishedAt: null })
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  return await lockedContent(db, async (tx): Promise<RowAdded<{ slug: string }>> => {
    const order = await selectServiceOrder(tx)
    if (order.length >= MOST_SERVICES) return { ok: false, reason: 'full' }
    const place = { title: read.title, position: (order.at(-1)?.position ?? -1) + 1 }
    const slug = await insertWithFreeSlug(tx, read.values, place)
    const changes = rowChanges(SERVICE_FIELDS, {}, await storedValues(tx, slug))
    await recordAction(
      { db: tx, clock, author },
      { action: 'content-added', subject: subjectOf(read.title), changes },
    )
    return { ok: true, slug }
  })
}

async function insertWithFreeSlug(
  tx: Tx,
  values: ServiceValues,
  { title, position }: { title: string; position: number },
): Promise<string> {
  return await takeSlug(slugsFor(title, 'service'), (slug) =>
    insertServiceRow(tx, values, { slug, position }),
  )
}

/**
 * Saves and publishes a service. A price that a session type sets is not a part of it. The write makes every
 * instance drop its cached pages.
 */
export async function saveService(
  { db, clock, author }: WriteDeps,
  slug: string,
  { sent, version }: { sent: FieldValues; version: number },
): Promise<RowSaved> {
  const known = await selectServiceRow(db, slug)
  if (!known) return { ok: false, reason: 'missing' }
  const isSet = await isPriceSet(db, known)
  const price = priceOf(known)
  if (isSet && sent.fromPrice && sent.fromPrice !== price.fromPrice)
    return { ok: false, reason: 'changed-since' }
  const read = await readValues(db, isSet ? { ...sent, ...price } : sent, {
    now: clock.now(),
    publishedAt: known.published_at,
  })
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  return await lockedContent(db, async (tx): Promise<RowSaved> => {
    const row = await selectServiceRow(tx, slug)
    if (row?.version !== version || (await isPriceSet(tx, row)) !== isSet)
      return { ok: false, reason: 'changed-since' }
    const before = await shownValues(tx, row)
    const own = { fromPrice: row.from_price_cents, priceUnit: row.price_unit }
    await updateServiceRow(tx, row, isSet ? { ...read.values, ...own } : read.values)
    const changes = rowChanges(SERVICE_FIELDS, before, await storedValues(tx, slug))
    if (changes.length > 0)
      await recordAction(
        { db: tx, clock, author },
        { action: 'content-changed', subject: subjectOf(read.title), changes },
      )
    return { ok: true }
  })
}

/** Whether one of its session types sets its price. */
const isPriceSet = async (db: Db, { id }: { id: string }): Promise<boolean> =>
  (await listTypesOfService({ db }, id)).some(({ setsPrice }) => setsPrice)

function priceOf(row: Row<'services'>): FieldValues {
  const { fromPrice = '', priceUnit = '' } = valuesOfRow(SERVICE_FIELDS, {
    fromPrice: row.from_price_cents,
    priceUnit: row.price_unit,
  })
  return { fromPrice, priceUnit }
}

/** Identified by slugs. */
export async function moveService({ db, clock, author }: WriteDeps, move: Move): Promise<RowMoved> {
  return await lockedContent(db, async (tx) => {
    const rows = (await selectServiceOrder(tx)).map((row) => ({ ...row, key: row.slug }))
    return await reorder({ tx, clock, author }, { table: 'services', rows, subject: 'Services' }, move)
  })
}

/** Deletes a service permanently, with its packages. Session types stay, without a service. */
export async function removeService(
  { db, clock, author }: WriteDeps,
  slug: string,
  version: number,
): Promise<RowRemoved> {
  return await lockedContent(db, async (tx): Promise<RowRemoved> => {
    const row = await selectServiceRow(tx, slug)
    if (!row) return { ok: false, reason: 'missing' }
    if (row.version !== version) return { ok: false, reason: 'changed-since' }
    const before = await shownValues(tx, row)
    await deleteServiceRow(tx, row.id)
    const changes = rowChanges(SERVICE_FIELDS, before, {})
    await recordAction(
      { db: tx, clock, author },
      { action: 'content-removed', subject: subjectOf(row.title), changes },
    )
    return { ok: true }
  })
}

const subjectOf = (title: string) => `Service “${title}”`

async function storedValues(db: Db, slug: string): Promise<FieldValues> {
  const row = await selectServiceRow(db, slug)
  return row ? await shownValues(db, row) : {}
}

async function shownValues(db: Db, row: Row<'services'>): Promise<FieldValues> {
  const ids = [row.photo_id, row.thumbnail_photo_id].filter((id) => id !== null)
  const photos = await photosById({ db }, ids)
  const values = valuesOfRow(SERVICE_FIELDS, {
    ...row,
    body: textOf(row),
    points: JSON.parse(row.points),
    fromPrice: row.from_price_cents,
    priceUnit: row.price_unit,
    photo: photos.get(row.photo_id ?? '')?.slug,
    thumbnail: photos.get(row.thumbnail_photo_id ?? '')?.slug,
    published: row.published_at !== null,
  })
  return withDocuments(SERVICE_FIELDS, values)
}

type ReadValues = { ok: true; values: ServiceValues; title: string } | { ok: false; errors: FieldValues }

/** @param state a published service keeps its publication time */
async function readValues(
  db: Db,
  sent: FieldValues,
  state: { now: number; publishedAt: number | null },
): Promise<ReadValues> {
  const read = readRow(SERVICE_FIELDS, serviceRowSchema, withDocuments(SERVICE_FIELDS, sent))
  const found = await photosBySlug({ db }, [sent.photo ?? '', sent.thumbnail ?? ''])
  const unknown = ['photo', 'thumbnail'].filter((name) => sent[name] && !found[sent[name]])
  const errors: FieldValues = {
    ...(read.ok ? {} : read.errors),
    ...Object.fromEntries(unknown.map((name) => [name, CHOOSE_PHOTO])),
  }
  if (!read.ok || unknown.length > 0) return { ok: false, errors }
  const { photo, thumbnail, published, ...rest } = read.value
  const values = {
    ...rest,
    photoId: found[photo ?? '']?.id ?? null,
    thumbnailPhotoId: found[thumbnail ?? '']?.id ?? null,
    publishedAt: published ? (state.publishedAt ?? state.now) : null,
  }
  return { ok: true, values, title: rest.title }
}

/** Every price for a service: its own, its packages' and its session types'. */
export async function readServicePrices(
  { db }: { db: Db },
  service: { id: string } | { slug: string },
): Promise<ServicePrices | undefined> {
  const row = await selectServicePrice(db, service)
  if (!row) return undefined
  const { id, ...own } = row
  const packages = await packagesQuery(db, id).execute()
  return {
    service: own,
    packages: packages.map(({ slug, title, price_cents: priceCents }) => ({ slug, title, priceCents })),
    sessionTypes: await listTypesOfService({ db }, id),
  }
}

/**
 * Published services whose starting price is that of none of their packages and published session types, so that
 * the site shows two prices for the same work.
 */
export async function listDifferingPrices({ db }: { db: Db }): Promise<ServicePrices[]> {
  const all = await Promise.all(
    (await selectServices(db)).map(({ slug }) => readServicePrices({ db }, { slug })),
  )
  return all.filter((each) => each !== undefined).filter(hasDifferingPrices)
}

function hasDifferingPrices({ service, packages, sessionTypes }: ServicePrices): boolean {
  const offered = [...packages, ...sessionTypes.filter(({ isPublished }) => isPublished)]
  const priced = offered.filter(({ priceCents }) => priceCents > 0)
  return priced.length > 0 && priced.every(({ priceCents }) => priceCents !== service.priceCents)
}

/** Slugs that conflict with the Studio's own addresses. */
const RESERVED = ['new', 'preview']

/** Slugs to try for a title, until one is free. */
export function slugsFor(title: string, fallback: string): Iterable<string> {
  const slug = slugFrom(title) ?? fallback
  return slugCandidates(RESERVED.includes(slug) ? `${fallback}-${slug}` : slug)
}
