import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { lateFeeAmount, lateFeeDay } from '~/domains/billing/late-fees'
import { chargedLateFees, readLateFeeTerms } from '~/domains/billing/late-fees.server'
import { EMPTY_LEDGER, type Ledger } from '~/domains/billing/model'
import {
  bookingsDueBetween,
  readInstallments,
  readInstallmentsOf,
  readLedger,
  readLedgers,
  withLedgerLocked,
} from '~/domains/billing/operations.server'
import type { Installment } from '~/domains/billing/schedule'
import type { Settings } from '~/domains/content/model'
import { readSettings } from '~/domains/content/operations.server'
import { canSendMail } from '~/domains/outbox/mail-server.server'
import { queueMail } from '~/domains/outbox/operations.server'
import { setPaymentReminders, withoutPaymentReminders } from '~/domains/people/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { enqueueNext } from '~/platform/jobs/recurring.server'
import { money } from '~/platform/money'
import { isMailAddress } from '~/platform/text'
import { addDays, dateOf, endOfDate, fullDate, instantOf, startOfDate } from '~/platform/time'
import { readEmailContext } from '../emails/email-context.server'
import { ANNOUNCED_DAYS, cardName, type LaterPart } from '../online/cards'
import { readCharges } from '../online/cards.server'
import { readOnline } from '../online/checkout.server'
import type { Booking } from '../reservations/model'
import { selectBooking, selectBookingsById, selectEvents } from '../reservations/store.server'
import { paymentReminderEmail, withdrawReminder } from './emails.server'
import type { ShownReminders, UpcomingReminder } from './model'
import {
  areRemindersOff,
  insertWritten,
  REMINDED,
  selectRemindable,
  selectStart,
  selectWritten,
  turnReminders,
} from './reminder-store.server'
import { type PlannedReminder, planReminders, reminderOffsets, sumOf } from './reminders'
import { bookingDues } from './schedule.server'

export const REMIND_OF_PAYMENTS = 'remind-of-payments'

interface ReadDeps {
  db: Db
  clock: Clock
}

export interface PaymentReminderDeps extends ReadDeps {
  config: Pick<Config, 'siteUrl' | 'secret' | 'smtpUrl' | 'stripe'>
}

const EVERY = { everyMs: 3_600_000 }
/** Reminders of a day are written from this time on, in the studio's zone. */
const FROM = '09:00'
/** Days for which a reminder is made up for, if the server wasn't running. */
const LATE_DAYS = 1

export const schedulePaymentReminders = (deps: ReadDeps): Promise<void> =>
  enqueueNext(deps, { kind: REMIND_OF_PAYMENTS }, EVERY)

/** Writes the reminders of today. Safe to repeat, and to run on several instances at once. */
export async function remindOfPayments(deps: PaymentReminderDeps): Promise<void> {
  await schedulePaymentReminders(deps)
  if (!(await canSendMail(deps))) return
  const at = await readTerms(deps)
  if (deps.clock.now() < instantOf(at.today, FROM, at.zone)) return
  for (const { booking } of await findPlanned(deps, at, at.today)) await remind(deps, booking.id, at)
}

/** What the studio has set, and the days that count today. */
interface Terms {
  payments: Settings['payments']
  zone: string
  /** YYYY-MM-DD in the studio's zone. */
  today: string
  /** None of this day or earlier is written anymore. */
  after: string
}

async function readTerms({ db, clock }: ReadDeps): Promise<Terms> {
  const [{ studio, payments }, start] = [await readSettings({ db }), await selectStart(db)]
  const zone = studio.timeZone
  const today = dateOf(clock.now(), zone)
  const late = addDays(today, -LATE_DAYS - 1)
  const restored = start === null ? late : dateOf(start, zone)
  return { payments, zone, today, after: restored > late ? restored : late }
}

/** Bookings with reminders until a day, in the order of their ids. */
async function findPlanned(
  { db }: ReadDeps,
  terms: Terms,
  until: string,
): Promise<{ booking: Booking; reminders: PlannedReminder[] }[]> {
  const offsets = reminderOffsets(terms.payments)
  const [first, last] = [offsets[0], offsets.at(-1)]
  if (first === undefined || last === undefined) return []
  const period = { from: addDays(terms.after, -last), until: addDays(until, -first) }
  const ids = await selectRemindable(db, {
    ids: await bookingsDueBetween({ db }, period),
    from: startOfDate(period.from, terms.zone),
    until: endOfDate(period.until, terms.zone),
  })
  const found: { booking: Booking; reminders: PlannedReminder[] }[] = []
  for (let at = 0; at < ids.length; at += 200) {
    const some = ids.slice(at, at + 200)
    const bookings = await selectBookingsById(db, some)
    const [ledgers, installments, written, off] = [
      await readLedgers({ db }, some),
      await readInstallmentsOf({ db }, some),
      await selectWritten(db, some),
      await withoutPaymentReminders(
        { db },
        [...bookings.values()].map(({ email }) => email.toLowerCase()),
      ),
    ]
    for (const id of some) {
      const booking = bookings.get(id)
      if (!booking || off.has(booking.email.toLowerCase()) || !isMailAddress(booking.email)) continue
      const reminders = planFor(booking, terms, {
        ledger: ledgers.get(id) ?? EMPTY_LEDGER,
        installments: installments.get(id) ?? [],
        written: written.get(id) ?? [],
      }).filter(({ on }) => on <= until)
      if (reminders.length > 0) found.push({ booking, reminders })
    }
  }
  return found
}

interface Facts {
  ledger: Ledger
  installments: Installment[]
  written: Parameters<typeof planReminders>[2]['written']
}

/** None for the day on which a client booked or before: they have just been told what is due. */
function planFor(
  booking: Booking,
  { payments, after }: Terms,
  { ledger, installments, written }: Facts,
): PlannedReminder[] {
  const bookedOn = dateOf(booking.createdAt, booking.zone)
  return planReminders(bookingDues(booking, ledger, installments), payments, {
    written,
    after: bookedOn > after ? bookedOn : after,
  })
}

/** Writes one reminder of a booking from what is open now, under the lock of its money. */
async function remind(deps: PaymentReminderDeps, id: string, terms: Terms): Promise<void> {
  const { db, clock } = deps
  await transact(db, async (tx) => {
    await withLedgerLocked({ db: tx }, id)
    const booking = await selectBooking(tx, { id })
    if (!booking || !REMINDED.some((state) => state === booking.state) || (await isOff(tx, booking))) return
    const planned = planFor(booking, terms, {
      ledger: await readLedger({ db: tx }, id),
      installments: await readInstallments({ db: tx }, id),
      written: (await selectWritten(tx, [id])).get(id) ?? [],
    }).filter(({ on }) => on <= terms.today)
    // Of several that are late, the last says everything.
    const reminder = planned.at(-1)
    if (!reminder) return
    // A payment that is on its way isn't asked for again.
    const online = await readOnline({ ...deps, db: tx }, booking)
    if (online && online.processing > 0) return
    const marks = planned.flatMap((each) => each.marks)
    if (!(await insertWritten(tx, id, marks, clock.now()))) return
    const charge = online ? await readCharges({ db: tx }, booking) : undefined
    const charged = (charge?.parts ?? []).filter(
      ({ dueOn }) => dueOn >= terms.today && reminder.parts.some((part) => part.dueOn === dueOn),
    )
    const asked = withoutCharged(reminder.parts, charged)
    // The email that announces the charge says the same.
    const isAnnounced = charged.some(({ dueOn }) => addDays(dueOn, -ANNOUNCED_DAYS) <= terms.today)
    const isAskedFor = marks.some(
      ({ dueOn }) =>
        asked.some((part) => part.dueOn === dueOn) || charged.every((part) => part.dueOn !== dueOn),
    )
    if (isAnnounced && !isAskedFor) return
    const parts = asked.length > 0 ? asked : reminder.parts
    const context = await readEmailContext({ ...deps, db: tx }, booking, await selectEvents(tx, id))
    await queueMail(
      { ...deps, db: tx },
      paymentReminderEmail(
        context,
        { ...reminder, parts },
        {
          card: charge && charged.length > 0 ? cardName(charge.card) : '',
          apartCents: asked.length > 0 ? charged.reduce((sum, { cents }) => sum + cents, 0) : 0,
          canPayOnline: Boolean(online?.payable),
          instructions: terms.payments.instructions,
          lateFee: await lateFeeSentence({ db: tx }, id, { parts, today: terms.today }),
          expiresAt: endOfDate(terms.today, terms.zone),
        },
      ),
    )
  })
}

/** What is left to ask for of the parts, the rest of which a saved card will be charged. */
function withoutCharged(
  parts: PlannedReminder['parts'],
  charged: readonly LaterPart[],
): PlannedReminder['parts'] {
  const left = new Map(charged.map(({ dueOn, cents }) => [dueOn, cents]))
  return parts.flatMap(({ dueOn, openCents }) => {
    const cents = Math.min(left.get(dueOn) ?? 0, openCents)
    left.set(dueOn, (left.get(dueOn) ?? 0) - cents)
    return cents < openCents ? [{ dueOn, openCents: openCents - cents }] : []
  })
}

/** What the signed contract says about paying late; '' if it says nothing, or if the fee was charged. */
async function lateFeeSentence(
  { db }: { db: Tx },
  id: string,
  { parts, today }: { parts: PlannedReminder['parts']; today: string },
): Promise<string> {
  const fee = await readLateFeeTerms({ db }, id)
  if (!fee) return ''
  const agreedOn = dateOf(fee.agreedAt, 'UTC')
  const charged = new Set((await chargedLateFees({ db }, id)).map(({ dueOn }) => dueOn))
  const next = parts.find(
    ({ dueOn }) => dueOn >= agreedOn && !charged.has(dueOn) && lateFeeDay(fee, dueOn) > today,
  )
  if (!next) return ''
  const until = fullDate(addDays(lateFeeDay(fee, next.dueOn), -1))
  return `As agreed in “${fee.contract}”, a late fee of ${lateFeeAmount(fee)} applies if it isn’t received by ${until}.`
}

/** Milliseconds since 1970: reminders of that moment and before aren't written, since a backup was restored; null: none. */
export const readReminderStart = ({ db }: { db: Db }): Promise<number | null> => selectStart(db)

const isOff = async (db: Db, { id, email }: Booking): Promise<boolean> =>
  (await areRemindersOff(db, id)) ||
  (await withoutPaymentReminders({ db }, [email.toLowerCase()])).has(email.toLowerCase())

/** Days ahead for which the Studio lists reminders. */
const LISTED_DAYS = 30

/** The reminders of the next 30 days, as they would go with what is open now. */
export async function listPaymentReminders(
  deps: ReadDeps,
): Promise<{ reminders: UpcomingReminder[]; isOn: boolean }> {
  const terms = await readTerms(deps)
  const found = await findPlanned(deps, terms, addDays(terms.today, LISTED_DAYS))
  const reminders = found
    .flatMap(({ booking, reminders }) => reminders.map((reminder) => ({ booking, reminder })))
    .sort((a, b) => (a.reminder.on < b.reminder.on ? -1 : a.reminder.on > b.reminder.on ? 1 : 0))
    .map(({ booking, reminder }) => ({
      id: `${booking.id} ${reminder.on}`,
      bookingId: booking.id,
      name: booking.name,
      title: `${booking.sessionType.title}, ${booking.reference}`,
      ...labelsOf(reminder, terms),
    }))
  return { reminders, isOn: reminderOffsets(terms.payments).length > 0 }
}

/** One that is late goes today. */
const labelsOf = (reminder: PlannedReminder, { today }: Terms) => ({
  day: fullDate(reminder.on < today ? today : reminder.on),
  amount: money(sumOf(reminder)),
  isOverdue: reminder.isOverdue,
})

/** What the Studio shows of a booking's reminders. */
export async function readBookingReminders(
  deps: ReadDeps,
  booking: Booking,
  facts: Omit<Facts, 'written'>,
): Promise<ShownReminders> {
  const { db } = deps
  const terms = await readTerms(deps)
  const written = (await selectWritten(db, [booking.id])).get(booking.id) ?? []
  const last = written.at(-1)
  const isDue = REMINDED.some((state) => state === booking.state) && isMailAddress(booking.email)
  return {
    next: isDue
      ? planFor(booking, terms, { ...facts, written }).map((reminder) => ({
          ...{ id: reminder.on, ...labelsOf(reminder, terms) },
        }))
      : [],
    isOff: await areRemindersOff(db, booking.id),
    isClientOff: (await withoutPaymentReminders({ db }, [booking.email.toLowerCase()])).size > 0,
    last: last ? fullDate(dateOf(last.at, terms.zone)) : '',
  }
}

export type RemindersTurned = { ok: true } | { ok: false; reason: 'missing' }

/** Turns the reminders of one booking, or of all bookings of its client, off or on. */
export async function turnPaymentReminders(
  { db, clock, author }: ReadDeps & { author: Author },
  { bookingId, of, isOff }: { bookingId: string; of: 'booking' | 'client'; isOff: boolean },
): Promise<RemindersTurned> {
  return await transact(db, async (tx: Tx): Promise<RemindersTurned> => {
    await withLedgerLocked({ db: tx }, bookingId)
    const booking = await selectBooking(tx, { id: bookingId })
    if (!booking) return { ok: false, reason: 'missing' }
    if (of === 'booking') await turnReminders(tx, bookingId, isOff)
    else await setPaymentReminders({ db: tx, clock }, booking.email, { isOff })
    if (isOff) await withdrawReminder({ db: tx }, bookingId)
    await recordAction(
      { db: tx, clock, author },
      {
        action: isOff ? 'payment-reminders-off' : 'payment-reminders-on',
        subject:
          of === 'booking'
            ? `Booking ${booking.reference} of ${booking.name}`
            : `All bookings of ${booking.name}`,
      },
    )
    return { ok: true }
  })
}
