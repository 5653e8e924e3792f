import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import type { Clock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import type { Move } from '~/platform/list-order'
import { longDate } from '~/platform/time'
import { type TestimonialRow, testimonialRowSchema } from '../drafts'
import { rowChanges } from '../rows/changes'
import type { FieldValues } from '../rows/field'
import { reorder } from '../rows/operations.server'
import type { RowAdded, RowMoved, RowRemoved, RowSaved } from '../rows/outcome'
import { readRow, valuesOfRow } from '../rows/row-form'
import { lockContent } from '../rows/store.server'
import { type ListedTestimonial, MOST_TESTIMONIALS } from './model'
import { quoteForPortrait, quotesForHome } from './placement'
import {
  deleteTestimonial,
  insertTestimonialRow,
  selectPermissions,
  selectTestimonial,
  testimonialsQuery,
  updateTestimonial,
} from './store.server'
import { TESTIMONIAL_FIELDS } from './testimonial-fields'

interface WriteDeps {
  db: Db
  clock: Clock
  author: Author
}

/** Every testimonial in its order, with whether it may be shown and where it is. */
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

/** Keeps what somebody said. It is shown nowhere before their permission is recorded. */
export async function addTestimonial(
  { db, clock, author }: WriteDeps,
  sent: FieldValues,
): Promise<RowAdded<{ id: string }>> {
  const read = readRow<TestimonialRow>(TESTIMONIAL_FIELDS, testimonialRowSchema, sent)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  return await transact(db, async (tx): Promise<RowAdded<{ id: string }>> => {
    await lockContent(tx)
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
  const read = readRow<TestimonialRow>(TESTIMONIAL_FIELDS, testimonialRowSchema, sent)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  return await transact(db, async (tx): Promise<RowSaved> => {
    await lockContent(tx)
    const row = await selectTestimonial(tx, id)
    if (!row) return { ok: false, reason: 'missing' }
    if (row.version !== version) return { ok: false, reason: 'changed-meanwhile' }
    await updateTestimonial(tx, row, read.value)
    const changes = rowChanges(TESTIMONIAL_FIELDS, valuesOf(row), valuesOf(read.value))
    const subject = subjectOf(read.value)
    if (changes.length > 0)
      await recordAction({ db: tx, clock, author }, { action: 'content-changed', subject, changes })
    return { ok: true }
  })
}

export async function moveTestimonial({ db, clock, author }: WriteDeps, move: Move): Promise<RowMoved> {
  return await transact(db, async (tx) => {
    await lockContent(tx)
    const rows = await testimonialsQuery(tx).execute()
    const ordered = rows.map((row) => ({ ...row, key: row.id, title: row.name }))
    const list = { table: 'testimonials' as const, rows: ordered, subject: 'Testimonials' }
    return await reorder({ tx, clock, author }, list, move)
  })
}

/** Deletes a testimonial for good, with the history of its permission. */
export async function removeTestimonial(
  { db, clock, author }: WriteDeps,
  id: string,
  version: number,
): Promise<RowRemoved> {
  return await transact(db, async (tx): Promise<RowRemoved> => {
    await lockContent(tx)
    const row = await selectTestimonial(tx, id)
    if (!row) return { ok: false, reason: 'missing' }
    if (row.version !== version) return { ok: false, reason: 'changed-meanwhile' }
    await deleteTestimonial(tx, id)
    const changes = rowChanges(TESTIMONIAL_FIELDS, valuesOf(row), {})
    const subject = subjectOf(row)
    await recordAction({ db: tx, clock, author }, { action: 'content-removed', subject, changes })
    return { ok: true }
  })
}

const subjectOf = ({ name }: { name: string }) => `Testimonial of ${name}`

const valuesOf = (row: Partial<Row<'testimonials'>>): FieldValues => valuesOfRow(TESTIMONIAL_FIELDS, row)
