import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import type { Ledger } from '~/domains/billing/model'
import { readInstallments, readLedger, saveInstallments } from '~/domains/billing/operations.server'
import { type Due, duesOf, type Installment, planInstallments, redate } from '~/domains/billing/schedule'
import { readSettings } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { type PostedFields, parseForm } from '~/platform/forms'
import { money } from '~/platform/money'
import { addDays, dateOf, fullDate } from '~/platform/time'
import type { Booking } from '../reservations/model'
import { insertEvent, selectBooking } from '../reservations/store.server'
import { INSTALLMENTS_MAX, installmentsSchema, scheduleMark } from './schedule-form'

/** Gives a booking the installments of the studio's settings. Call it in the transaction that confirms it. */
export async function agreeSchedule(
  { db, clock }: { db: Tx; clock: Clock },
  booking: Booking,
): Promise<void> {
  const ledger = await readLedger({ db }, booking.id)
  const planned = await plannedInstallments({ db, clock }, booking, ledger)
  await saveInstallments({ db }, booking.id, (before) =>
    before.length > 0 || ledger.charges.length === 0 ? before : planned,
  )
}

/** The installments that a booking gets if it's confirmed now. */
export async function plannedInstallments(
  { db, clock }: { db: Db; clock: Clock },
  booking: Booking,
  { charges }: Ledger,
): Promise<Installment[]> {
  const { payments } = await readSettings({ db })
  const owed = charges.filter(({ voided }) => voided === null)
  const today = dateOf(clock.now(), booking.zone)
  const agreed = {
    totalCents: owed.reduce<number | null>(
      (sum, { amountCents }) => (sum === null || amountCents === null ? null : sum + amountCents),
      0,
    ),
    depositCents: booking.depositCents,
    ...{ agreedOn: today, sessionOn: sessionDay(booking) },
  }
  return planInstallments(agreed, payments)
}

/** Days that a client has for what is charged after the last due date. */
const DAYS_FOR_MORE = 14

/**
 * Gives what is about to be charged a later due date if the last one has passed, so that it isn't overdue at once.
 * @param ledger before it's charged
 */
export async function dueLater(
  { db, clock }: { db: Tx; clock: Clock },
  booking: Booking,
  ledger: Ledger,
): Promise<void> {
  const today = dateOf(clock.now(), booking.zone)
  await saveInstallments({ db }, booking.id, (before) => {
    const shown = shownInstallments(before, booking)
    const dues = bookingDues(booking, ledger, before)
    const isOver =
      (shown.at(-1)?.dueOn ?? today) < today && dues.every(({ amountCents }) => amountCents !== null)
    if (!isOver || dues.length >= INSTALLMENTS_MAX) return before
    return [
      ...dues.map(({ dueOn, amountCents }) => ({ dueOn, daysBefore: null, amountCents })),
      { dueOn: addDays(today, DAYS_FOR_MORE), daysBefore: null, amountCents: null },
    ]
  })
}

/** Moves the installments of a booking in the transaction that reschedules it. */
export async function moveSchedule({ db, clock }: { db: Tx; clock: Clock }, booking: Booking): Promise<void> {
  const today = dateOf(clock.now(), booking.zone)
  await saveInstallments({ db }, booking.id, (before) =>
    before.length === 0 ? before : redate(before, { today, sessionOn: sessionDay(booking) }),
  )
}

const sessionDay = ({ sessionDate, zone }: Pick<Booking, 'sessionDate' | 'zone'>): string =>
  dateOf(sessionDate, zone)

/** What a booking's client has to pay when. */
export const bookingDues = (
  booking: Pick<Booking, 'sessionDate' | 'zone'>,
  ledger: Ledger,
  installments: readonly Installment[],
): Due[] => duesOf(installments, ledger, { otherwise: sessionDay(booking) })

export const readDues = async ({ db }: { db: Db }, booking: Booking): Promise<Due[]> =>
  bookingDues(booking, await readLedger({ db }, booking.id), await readInstallments({ db }, booking.id))

export type ScheduleChanged =
  | { ok: true }
  | { ok: false; reason: 'missing' }
  | { ok: false; reason: 'changed-since' }
  | { ok: false; reason: 'refused'; errors: Record<string, string> }

/**
 * Replaces the due dates of one booking.
 * @param seen the mark of the installments that the form showed
 */
export async function changeSchedule(
  { db, clock, author }: WriteDeps,
  { bookingId, seen, form }: { bookingId: string; seen: string; form: PostedFields },
): Promise<ScheduleChanged> {
  const read = parseForm(installmentsSchema(), form)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  return await transact(db, async (tx): Promise<ScheduleChanged> => {
    const booking = await selectBooking(tx, { id: bookingId })
    if (!booking) return { ok: false, reason: 'missing' }
    const shown = (installments: Installment[]) => shownInstallments(installments, booking)
    let isCurrent = true
    const { before, after } = await saveInstallments({ db: tx }, bookingId, (found) => {
      isCurrent = scheduleMark(shown(found)) === seen
      return isCurrent ? withRelative(read.value, shown(found)) : found
    })
    if (!isCurrent) return { ok: false, reason: 'changed-since' }
    if (scheduleMark(shown(before)) === scheduleMark(after)) return { ok: true }
    const by = { kind: 'studio', name: author.name } as const
    await insertEvent(tx, bookingId, { kind: 'schedule-changed', at: clock.now(), by, detail: {} })
    await recordAction(
      { db: tx, clock, author },
      {
        action: 'payment-schedule-changed',
        subject: `Booking ${booking.reference} of ${booking.name}`,
        changes: [{ field: 'Due dates', from: scheduleWords(shown(before)), to: scheduleWords(after) }],
      },
    )
    return { ok: true }
  })
}

/** The installments of a booking; for one without any, the session's day. */
export const shownInstallments = (
  installments: Installment[],
  booking: Pick<Booking, 'sessionDate' | 'zone'>,
): Installment[] =>
  installments.length > 0 ? installments : [{ dueOn: sessionDay(booking), daysBefore: 0, amountCents: null }]

/** A date that wasn't changed keeps moving with the session. */
const withRelative = (
  changed: Pick<Installment, 'dueOn' | 'amountCents'>[],
  before: Installment[],
): Installment[] =>
  changed.map((each) => ({
    ...each,
    daysBefore:
      before.find(({ dueOn, daysBefore }) => dueOn === each.dueOn && daysBefore !== null)?.daysBefore ?? null,
  }))

const scheduleWords = (installments: Installment[]): string =>
  installments
    .map(
      ({ dueOn, amountCents }) =>
        `${amountCents === null ? 'the rest' : money(amountCents)} on ${fullDate(dueOn)}`,
    )
    .join(', ')
