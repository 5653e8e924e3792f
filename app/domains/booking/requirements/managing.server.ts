import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { parseForm } from '~/platform/forms'
import type { Booking } from '../reservations/model'
import { insertEvent, updateBooking } from '../reservations/store.server'
import { dayAndTime } from '../start-labels'
import { extensionSchema } from './extension-form'
import { isHeld, REQUIREMENT_KINDS, REQUIREMENT_LABELS, withDone } from './model'
import { confirmIfComplete, queueHoldEnd, tellOfHold } from './operations.server'
import { lockBooking } from './store.server'

interface Deps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret'>
  author: Author
}

export type HoldChanged =
  | { ok: true; booking: Booking }
  | { ok: false; reason: 'missing' }
  | { ok: false; reason: 'refused'; errors: Record<string, string> }
  /** It has been confirmed or has ended. */
  | { ok: false; reason: 'not-possible'; booking: Booking }

/** Waives something that a booking requires. If nothing else is missing, the booking is confirmed. Idempotent. */
export const waiveRequirement = (deps: Deps, id: string, waived: string): Promise<HoldChanged> =>
  changeRequest(deps, id, async (tx, booking) => {
    const { clock, author } = deps
    const kind = REQUIREMENT_KINDS.find((each) => each === waived)
    const item = booking.requirements?.items.find((each) => each.kind === kind)
    if (!booking.requirements || !item || !kind) return { ok: false, reason: 'missing' }
    if (item.doneAt !== null) return { ok: true, booking }
    const at = clock.now()
    const by = { kind: 'studio', name: author.name } as const
    const done = { doneAt: at, waivedBy: author.name }
    const requirements = withDone(booking.requirements, (each) => each.kind === kind, done)
    await updateBooking(tx, booking, { requirements: JSON.stringify(requirements) })
    await insertEvent(tx, id, { kind: 'requirement-waived', at, by, detail: { requirement: kind } })
    const changes = [{ field: REQUIREMENT_LABELS[kind], from: 'Required', to: 'Waived' }]
    await recordAction(
      { db: tx, clock, author },
      { action: 'booking-changed', subject: subjectOf(booking), changes },
    )
    return { ok: true, booking: await confirmIfComplete({ ...deps, db: tx, by }, id) }
  })

/** Gives a client more time, and tells them. A hold never lasts longer than until the session begins. */
export async function extendHold(deps: Deps, id: string, hours: string): Promise<HoldChanged> {
  const read = parseForm(extensionSchema(), { hours })
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  return await changeRequest(deps, id, async (tx, booking) => {
    const { clock, author } = deps
    const { heldUntil, sessionDate, zone } = booking
    if (!isHeld(booking) || heldUntil === null) return { ok: false, reason: 'not-possible', booking }
    const until = Math.min(heldUntil + read.value.hours * 3_600_000, sessionDate)
    if (until <= heldUntil)
      return {
        ok: false,
        reason: 'refused',
        errors: { hours: 'The time is already held until the session begins.' },
      }
    await updateBooking(tx, booking, { held_until: until })
    const by = { kind: 'studio', name: author.name } as const
    await insertEvent(tx, id, { kind: 'hold-extended', at: clock.now(), by, detail: { until } })
    await queueHoldEnd({ db: tx, clock }, until)
    const changes = [{ field: 'Held until', from: dayAndTime(heldUntil, zone), to: dayAndTime(until, zone) }]
    await recordAction(
      { db: tx, clock, author },
      { action: 'booking-changed', subject: subjectOf(booking), changes },
    )
    const extended = { ...booking, heldUntil: until, version: booking.version + 1 }
    await tellOfHold({ ...deps, db: tx }, extended, { words: '', why: 'extended' })
    return { ok: true, booking: extended }
  })
}

/** Turns the reminder of a hold off, or on again. */
export const turnHoldReminder = (deps: Deps, id: string, isOff: boolean): Promise<HoldChanged> =>
  changeRequest(deps, id, async (tx, booking) => {
    if (!booking.requirements || !isHeld(booking)) return { ok: false, reason: 'not-possible', booking }
    const requirements = { ...booking.requirements, isReminderOff: isOff }
    await updateBooking(tx, booking, { requirements: JSON.stringify(requirements) })
    const changes = [{ field: 'Reminder of the hold', from: isOff ? 'On' : 'Off', to: isOff ? 'Off' : 'On' }]
    await recordAction(
      { db: tx, clock: deps.clock, author: deps.author },
      { action: 'booking-changed', subject: subjectOf(booking), changes },
    )
    return { ok: true, booking }
  })

const subjectOf = ({ reference, name }: Booking): string => `Booking ${reference} of ${name}`

const changeRequest = (
  { db }: Deps,
  id: string,
  change: (tx: Tx, booking: Booking) => Promise<HoldChanged>,
): Promise<HoldChanged> =>
  transact<HoldChanged>(db, async (tx) => {
    const booking = await lockBooking(tx, id)
    if (!booking) return { ok: false, reason: 'missing' }
    return booking.state === 'requested'
      ? await change(tx, booking)
      : { ok: false, reason: 'not-possible', booking }
  })
