import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import type { Clock } from '~/platform/clock'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { dateOf, longDate } from '~/platform/time'
import { readSettings } from '../../operations.server'
import type { FieldValues } from '../../rows/field'
import type { RowSaved } from '../../rows/outcome'
import { lockContent } from '../../rows/store.server'
import { permissionOf } from '../history'
import { PERMISSION_MEANS, type Permission } from '../model'
import { readPermission, readWithdrawal } from '../permission'
import {
  insertPermission,
  permissionsQuery,
  selectTestimonial,
  updateTestimonial,
  withdrawPermission,
} from '../store.server'

interface WriteDeps {
  db: Db
  clock: Clock
  author: Author
}

/** What is known of a person's permission, the newest first, and which day it is in the studio. */
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

/** Records that the person allows it, which puts it on the site. */
export async function recordPermission(
  deps: WriteDeps,
  testimonialId: string,
  { sent, version }: { sent: FieldValues; version: number },
): Promise<RowSaved> {
  const { clock, author } = deps
  const read = readPermission(sent, await todayOf(deps))
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  return await onVersion(deps, { id: testimonialId, version }, async (tx, name) => {
    if (await standingPermission(tx, testimonialId)) return { ok: false, reason: 'changed-meanwhile' }
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

/** Records that the person took it back, which takes it off the site at once. That it was given stays known. */
export async function recordWithdrawal(
  deps: WriteDeps,
  testimonialId: string,
  { sent, version }: { sent: FieldValues; version: number },
): Promise<RowSaved> {
  const { clock, author } = deps
  const today = await todayOf(deps)
  return await onVersion(deps, { id: testimonialId, version }, async (tx, name) => {
    const standing = await standingPermission(tx, testimonialId)
    if (!standing) return { ok: false, reason: 'changed-meanwhile' }
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
  dateOf(clock.now(), (await readSettings({ db })).studio.timeZone)

const standingPermission = (tx: Tx, testimonialId: string) =>
  permissionsQuery(tx, testimonialId).where('withdrawn_on', 'is', null).executeTakeFirst()

/** Does `work` when the testimonial is still of that version, and makes it a new one. */
async function onVersion(
  { db }: WriteDeps,
  { id, version }: { id: string; version: number },
  work: (tx: Tx, name: string) => Promise<RowSaved>,
): Promise<RowSaved> {
  return await transact(db, async (tx): Promise<RowSaved> => {
    await lockContent(tx)
    const row = await selectTestimonial(tx, id)
    if (!row) return { ok: false, reason: 'missing' }
    if (row.version !== version) return { ok: false, reason: 'changed-meanwhile' }
    const done = await work(tx, row.name)
    if (done.ok) await updateTestimonial(tx, row, {})
    return done
  })
}
