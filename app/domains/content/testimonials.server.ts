import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import type { Clock } from '~/platform/clock'
import type { Db, Tx } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import type { FieldValues } from '~/platform/forms'
import type { Move } from '~/platform/list-order'
import { dateOf, longDate, momentLabel } from '~/platform/time'
import { rowChanges } from './changes'
import { testimonialRowSchema } from './drafts'
import { readSettings, readZone } from './operations.server'
import { lockedContent, reorder } from './rows/operations.server'
import type { RowAdded, RowMoved, RowRemoved, RowSaved } from './rows/outcome'
import { readRow, valuesOfRow } from './rows/row-form'
import { readPermission, readWithdrawal } from './testimonial-permission'
import {
  type ListedTestimonial,
  MOST_TESTIMONIALS,
  PERMISSION_MEANS,
  type Permission,
  type PermissionMeans,
  quoteForPortrait,
  quotesForHome,
  TESTIMONIAL_FIELDS,
} from './testimonials'
import {
  deleteTestimonial,
  insertPermission,
  insertTestimonialRow,
  permissionsQuery,
  selectPermissions,
  selectTestimonial,
  testimonialsQuery,
  updateTestimonial,
  withdrawPermission,
} from './testimonials-store.server'

/** Every testimonial in order, with its permission and its pages. */
export async function listAllTestimonials({ db }: { db: Db }): Promise<ListedTestimonial[]> {
  const [rows, permissions] = [await testimonialsQuery(db).execute(), await selectPermissions(db)]
  const standing = new Map(
    permissions.filter((each) => each.withdrawn_on === null).map((each) => [each.testimonial_id, each]),
  )
  const known = new Set(permissions.map((each) => each.testimonial_id))
  const shown = rows.filter(({ id }) => standing.has(id))
  const home = quotesForHome(shown)
  const portrait = quoteForPortrait(shown)
  return rows.map((row) => ({
    id: row.id,
    quote: row.quote,
    name: row.name,
    kind: row.kind,
    permission: standing.has(row.id) ? 'given' : known.has(row.id) ? 'withdrawn' : 'none',
    since: longDateOf(standing.get(row.id)?.given_on),
    pages: [...(home.includes(row) ? ['Home'] : []), ...(portrait === row ? ['Portrait'] : [])],
  }))
}

const longDateOf = (day: string | undefined): string | null => (day === undefined ? null : longDate(day))

export async function readTestimonial(
  { db }: { db: Db },
  id: string,
): Promise<{ name: string; values: FieldValues; version: number } | undefined> {
  const row = await selectTestimonial(db, id)
  return row && { name: row.name, values: valuesOf(row), version: row.version }
}

export const blankTestimonial = (): FieldValues => valuesOf({})

/** Adds a testimonial. It isn't shown before a permission is recorded. */
export async function addTestimonial(
  { db, clock, author }: WriteDeps,
  sent: FieldValues,
): Promise<RowAdded<{ id: string }>> {
  const read = readRow(TESTIMONIAL_FIELDS, testimonialRowSchema, sent)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  return await lockedContent(db, async (tx): Promise<RowAdded<{ id: string }>> => {
    const rows = await testimonialsQuery(tx).execute()
    if (rows.length >= MOST_TESTIMONIALS) return { ok: false, reason: 'full' }
    const id = await insertTestimonialRow(tx, read.value, (rows.at(-1)?.position ?? -1) + 1)
    const changes = rowChanges(TESTIMONIAL_FIELDS, {}, valuesOf(read.value))
    const subject = subjectOf(read.value)
    await recordAction({ db: tx, clock, author }, { action: 'content-added', subject, changes })
    return { ok: true, id }
  })
}

export async function saveTestimonial(
  { db, clock, author }: WriteDeps,
  id: string,
  { sent, version }: { sent: FieldValues; version: number },
): Promise<RowSaved> {
  const read = readRow(TESTIMONIAL_FIELDS, testimonialRowSchema, sent)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  return await lockedContent(db, async (tx): Promise<RowSaved> => {
    const row = await selectTestimonial(tx, id)
    if (!row) return { ok: false, reason: 'missing' }
    if (row.version !== version) return { ok: false, reason: 'changed-since' }
    await updateTestimonial(tx, row, read.value)
    const changes = rowChanges(TESTIMONIAL_FIELDS, valuesOf(row), valuesOf(read.value))
    const subject = subjectOf(read.value)
    if (changes.length > 0)
      await recordAction({ db: tx, clock, author }, { action: 'content-changed', subject, changes })
    return { ok: true }
  })
}

export async function moveTestimonial({ db, clock, author }: WriteDeps, move: Move): Promise<RowMoved> {
  return await lockedContent(db, async (tx) => {
    const rows = await testimonialsQuery(tx).execute()
    const ordered = rows.map((row) => ({ ...row, key: row.id, title: row.name }))
    const list = { table: 'testimonials' as const, rows: ordered, subject: 'Testimonials' }
    return await reorder({ tx, clock, author }, list, move)
  })
}

/** Deletes a testimonial permanently, with its permissions. */
export async function removeTestimonial(
  { db, clock, author }: WriteDeps,
  id: string,
  version: number,
): Promise<RowRemoved> {
  return await lockedContent(db, async (tx): Promise<RowRemoved> => {
    const row = await selectTestimonial(tx, id)
    if (!row) return { ok: false, reason: 'missing' }
    if (row.version !== version) return { ok: false, reason: 'changed-since' }
    await deleteTestimonial(tx, id)
    const changes = rowChanges(TESTIMONIAL_FIELDS, valuesOf(row), {})
    const subject = subjectOf(row)
    await recordAction({ db: tx, clock, author }, { action: 'content-removed', subject, changes })
    return { ok: true }
  })
}

const subjectOf = ({ name }: { name: string }) => `Testimonial of ${name}`

const valuesOf = (row: Partial<Row<'testimonials'>>): FieldValues => valuesOfRow(TESTIMONIAL_FIELDS, row)

/** A testimonial's permissions, newest first, and the current day in the studio's zone. */
export async function readPermissions(
  { db, clock }: { db: Db; clock: Clock },
  testimonialId: string,
): Promise<{ permissions: Permission[]; today: string }> {
  const { studio } = await readSettings({ db })
  const rows = await permissionsQuery(db, testimonialId).execute()
  return {
    permissions: rows.map((row) => permissionOf(row, studio.timeZone)),
    today: dateOf(clock.now(), studio.timeZone),
  }
}

/** Records a permission, which publishes the testimonial. */
export async function recordPermission(
  deps: WriteDeps,
  testimonialId: string,
  { sent, version }: { sent: FieldValues; version: number },
): Promise<RowSaved> {
  const { clock, author } = deps
  const read = readPermission(sent, await todayOf(deps))
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  return await onVersion(deps, { id: testimonialId, version }, async (tx, name) => {
    if (await standingPermission(tx, testimonialId)) return { ok: false, reason: 'changed-since' }
    await insertPermission(tx, testimonialId, read.value, { at: clock.now(), by: author.name })
    const { day, means, note } = read.value
    const changes = [
      { field: 'Allowed on', from: '', to: longDate(day) },
      { field: 'How', from: '', to: PERMISSION_MEANS[means] },
      ...(note === '' ? [] : [{ field: 'Note', from: '', to: note }]),
    ]
    const subject = `Testimonial of ${name}`
    await recordAction({ db: tx, clock, author }, { action: 'permission-recorded', subject, changes })
    return { ok: true }
  })
}

/** Records a withdrawal, which unpublishes the testimonial at once. The permission stays in the history. */
export async function recordWithdrawal(
  deps: WriteDeps,
  testimonialId: string,
  { sent, version }: { sent: FieldValues; version: number },
): Promise<RowSaved> {
  const { clock, author } = deps
  const today = await todayOf(deps)
  return await onVersion(deps, { id: testimonialId, version }, async (tx, name) => {
    const standing = await standingPermission(tx, testimonialId)
    if (!standing) return { ok: false, reason: 'changed-since' }
    const read = readWithdrawal(sent, { today, givenOn: standing.given_on })
    if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
    await withdrawPermission(tx, standing.id, read.value, { at: clock.now(), by: author.name })
    const { day, note } = read.value
    const changes = [
      { field: 'Allowed', from: longDate(standing.given_on), to: `withdrawn ${longDate(day)}` },
      ...(note === '' ? [] : [{ field: 'Note', from: '', to: note }]),
    ]
    const subject = `Testimonial of ${name}`
    await recordAction({ db: tx, clock, author }, { action: 'permission-withdrawn', subject, changes })
    return { ok: true }
  })
}

const todayOf = async ({ db, clock }: WriteDeps): Promise<string> =>
  dateOf(clock.now(), await readZone({ db }))

const standingPermission = (tx: Tx, testimonialId: string) =>
  permissionsQuery(tx, testimonialId).where('withdrawn_on', 'is', null).executeTakeFirst()

/** Runs `work` if the testimonial still has that version, and raises the version. */
async function onVersion(
  { db }: WriteDeps,
  { id, version }: { id: string; version: number },
  work: (tx: Tx, name: string) => Promise<RowSaved>,
): Promise<RowSaved> {
  return await lockedContent(db, async (tx): Promise<RowSaved> => {
    const row = await selectTestimonial(tx, id)
    if (!row) return { ok: false, reason: 'missing' }
    if (row.version !== version) return { ok: false, reason: 'changed-since' }
    const done = await work(tx, row.name)
    if (done.ok) await updateTestimonial(tx, row, {})
    return done
  })
}

/** A stored permission. Instants are milliseconds since 1970, days YYYY-MM-DD. */
interface StoredPermission {
  id: string
  given_on: string
  means: PermissionMeans | null
  note: string
  recorded_at: number | null
  recorded_by: string
  withdrawn_on: string | null
  withdrawal_note: string
  withdrawal_recorded_at: number | null
  withdrawal_recorded_by: string
}

/** A permission as text, with times in `zone`. */
const permissionOf = (row: StoredPermission, zone: string): Permission => ({
  id: row.id,
  given: longDate(row.given_on),
  means: row.means,
  note: row.note,
  recorded: recordedBy(row.recorded_by, row.recorded_at, zone),
  withdrawal:
    row.withdrawn_on === null
      ? null
      : {
          on: longDate(row.withdrawn_on),
          note: row.withdrawal_note,
          recorded: recordedBy(row.withdrawal_recorded_by, row.withdrawal_recorded_at, zone),
        },
})

const recordedBy = (name: string, at: number | null, zone: string): string | null =>
  at === null ? null : `${name || 'the studio'}, ${momentLabel(at, zone)}`
