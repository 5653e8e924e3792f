import type { Author } from '~/domains/audit/model'
import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import { readSettings } from '~/domains/content/operations.server'
import { queueMail } from '~/domains/outbox/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { parseForm } from '~/platform/forms'
import { sha256 } from '~/platform/ids.server'
import { emailBrandingOf } from '~/platform/mail/email-branding'
import { isBusinessDate, isId } from '~/platform/text'
import { findOfferOf, listStarts } from '../availability/operations.server'
import { bookingForEmail } from '../emails/email-context.server'
import { messageEmail } from '../emails/emails.server'
import { cancelTermsOf } from '../policy'
import { confirmBooking } from '../requirements/accepting.server'
import { isHeld } from '../requirements/model'
import {
  type ChangeDeps,
  type Changed,
  cancelBooking,
  closeBooking,
  declineBooking,
  type ExpectedVersion,
  rescheduleBooking,
} from '../reservations/changes.server'
import type { Booking } from '../reservations/model'
import { insertEvent, insertEventOnce, selectBooking } from '../reservations/store.server'
import { slotOf } from '../slots/model'
import { clockTime, dayAndTime } from '../start-labels'
import { messageSchema, noteSchema, optionalMessageSchema, rescheduleSchema } from './booking-forms'
import { type Decision, HELD_LABEL, STATE_LABELS } from './model'
import { checkStart } from './start-check.server'
import { replaceNote } from './store.server'

export interface DecideDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret'>
  author: Author
}

export type Decided = Changed | { ok: false; reason: 'refused'; errors: Record<string, string> }

/**
 * Confirms, declines, cancels, closes or reopens a booking, unless its version has changed. `words` are
 * emailed to the client.
 * @param deposit when canceling: `kept` keeps what the agreed terms allow, else it is refunded
 */
export async function decideBooking(
  { db, clock, config, author }: DecideDeps,
  seen: ExpectedVersion,
  decision: Decision,
  words: string,
  deposit = '',
): Promise<Decided> {
  const read = parseForm(optionalMessageSchema(), { words })
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  return await transact<Decided>(db, async (tx, rollback) => {
    const before = await selectBooking(tx, { id: seen.id })
    const keeps = decision === 'cancel' && deposit === 'kept'
    // The page doesn't offer this, so the form is outdated or forged.
    if (before && keeps && before.version === seen.version && !mayKeepDeposit(before, clock.now()))
      return rollback({ ok: false, reason: 'refused', errors: { deposit: GOES_BACK } })
    const by = { kind: 'studio' as const, name: author.name }
    const decided = await carryOut({ db: tx, clock, config, by }, seen, { decision, keeps }, words.trim())
    if (!decided.ok || !before) return rollback(decided)
    const { reference, name, depositCents } = decided.booking
    const hasDeposit = decision === 'cancel' && depositCents > 0
    await recordAction(
      { db: tx, clock, author },
      {
        action: 'booking-changed',
        subject: `Booking ${reference} of ${name}`,
        changes: [
          { field: 'Status', from: statusOf(before), to: statusOf(decided.booking) },
          ...(hasDeposit ? [{ field: 'Deposit', from: '', to: keeps ? 'Nonrefundable' : 'Refunded' }] : []),
        ],
      },
    )
    return decided
  })
}

const statusOf = (booking: Booking): string => (isHeld(booking) ? HELD_LABEL : STATE_LABELS[booking.state])

/** Whether the agreed terms let the studio keep the deposit if it cancels now. */
export const mayKeepDeposit = (booking: Booking, now: number): boolean =>
  !cancelTermsOf(booking, now).isDepositReturned

const GOES_BACK = 'Under this booking’s policy, the deposit is refundable if you cancel now.'

function carryOut(
  deps: ChangeDeps,
  seen: ExpectedVersion,
  { decision, keeps }: { decision: Decision; keeps: boolean },
  words: string,
): Promise<Changed> {
  switch (decision) {
    case 'confirm':
      return confirmBooking(deps, seen, words)
    case 'decline':
      return declineBooking(deps, seen, words)
    case 'cancel':
      return cancelBooking(deps, seen, words, keeps ? { keeps: 'what was agreed' } : {})
    case 'done':
    case 'no-show':
      return closeBooking(deps, seen, decision)
    case 'reopen':
      return closeBooking(deps, seen, 'confirmed')
  }
}

export interface RescheduleDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret'>
  author: Author
}

export interface RescheduleTimes {
  /** YYYY-MM-DD */
  date: string
  /** Starts that are free for clients on that day. */
  free: { slot: string; label: string }[]
}

/**
 * The free times of a day by the booking rules, for rescheduling. undefined: not a date, or no such booking.
 */
export async function listRescheduleTimes(
  { db, clock }: Pick<RescheduleDeps, 'db' | 'clock'>,
  id: string,
  date: string,
): Promise<RescheduleTimes | undefined> {
  const booking = isBusinessDate(date) ? await selectBooking(db, { id }) : undefined
  if (!booking) return undefined
  const offer = await findOfferOf({ db }, booking)
  const starts = await listStarts({ db, clock }, { offer, date, except: { bookingId: id } })
  return {
    date,
    free: starts
      .filter(({ state, startsAt }) => state === 'free' && startsAt !== booking.sessionDate)
      .map(({ startsAt }) => ({ slot: slotOf(startsAt), label: clockTime(startsAt, booking.zone) })),
  }
}

export type StudioRescheduled =
  | Changed
  | { ok: false; reason: 'refused'; errors: Record<string, string> }
  /** It breaks the booking rules. Repeating it with `anyway` allows that. */
  | { ok: false; reason: 'off-rules'; warnings: string[] }
  /** The time is occupied. */
  | { ok: false; reason: 'taken'; inTheWay: string }

/**
 * Reschedules a booking for the studio: to a listed time (`slot`), or to any `date` and `time`. `anyway`
 * allows a time outside the booking rules, but never an occupied one. The price stays.
 */
export async function rescheduleByStudio(
  deps: RescheduleDeps,
  seen: ExpectedVersion,
  get: (name: string) => string,
): Promise<StudioRescheduled> {
  const { db, clock, author } = deps
  const booking = await selectBooking(db, { id: seen.id })
  if (!booking) return { ok: false, reason: 'missing' }
  const read = parseForm(rescheduleSchema(get, booking.zone), { get })
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const { startsAt, words, asksToAccept, anyway } = read.value
  const offer = await findOfferOf({ db }, booking)
  const check = await checkStart({ db, clock }, { offer, startsAt, except: { bookingId: booking.id } })
  if (check.inTheWay !== '') return { ok: false, reason: 'taken', inTheWay: check.inTheWay }
  if (check.warnings.length > 0 && !anyway)
    return { ok: false, reason: 'off-rules', warnings: check.warnings }
  return await transact<StudioRescheduled>(db, async (tx, rollback) => {
    const by = { kind: 'studio' as const, name: author.name }
    const to = { startsAt, words, asksToAccept }
    const rescheduled = await rescheduleBooking({ ...deps, db: tx, by }, seen, to)
    if (!rescheduled.ok) return rollback(outcomeOf(rescheduled))
    if (rescheduled.booking.version !== seen.version)
      await recordAction(
        { db: tx, clock, author },
        {
          action: 'booking-changed',
          subject: `Booking ${booking.reference} of ${booking.name}`,
          changes: [
            {
              field: 'Starts',
              from: dayAndTime(booking.sessionDate, booking.zone),
              to: dayAndTime(startsAt, booking.zone),
            },
          ],
        },
      )
    return rescheduled
  })
}

function outcomeOf(
  rescheduled: Extract<Awaited<ReturnType<typeof rescheduleBooking>>, { ok: false }>,
): StudioRescheduled {
  switch (rescheduled.reason) {
    case 'missing':
    case 'changed-since':
    case 'not-possible':
      return rescheduled
    // Fees and offered times apply to clients only.
    case 'costs-more':
    case 'not-offered':
    case 'taken':
      return { ok: false, reason: 'taken', inTheWay: 'someone who booked a moment earlier' }
  }
}

export type MessageSent =
  | { ok: true }
  | { ok: false; reason: 'missing' }
  | { ok: false; reason: 'refused'; errors: Record<string, string> }

/**
 * Sends a message to a booking's client. `once` is the form's id, so that a form sent twice sends one email.
 */
export async function sendMessage(
  { db, clock, config, author }: { db: Db; clock: Clock; config: Pick<Config, 'siteUrl'>; author: Author },
  given: { bookingId: string; once: string; subject: string; message: string },
): Promise<MessageSent> {
  const read = parseForm(messageSchema(), { subject: given.subject, message: given.message })
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const { subject, message } = read.value
  const booking = isId(given.once) ? await selectBooking(db, { id: given.bookingId }) : undefined
  if (!booking) return { ok: false, reason: 'missing' }
  const { studio } = await readSettings({ db })
  const { sessionDate, zone, reference, name } = booking
  const when = dayAndTime(sessionDate, zone)
  const branding = emailBrandingOf(studio, config.siteUrl)
  const emailBooking = await bookingForEmail({ db }, booking)
  const mail = messageEmail(branding, emailBooking, { subject, message, when })
  return await transact(db, async (tx): Promise<MessageSent> => {
    const isNew = await insertEventOnce(tx, booking.id, {
      id: given.once,
      kind: 'message-sent',
      at: clock.now(),
      by: { kind: 'studio', name: author.name },
      detail: { subject, words: message },
    })
    if (!isNew) return { ok: true }
    await queueMail({ db: tx, clock, config }, mail)
    await recordAction(
      { db: tx, clock, author },
      { action: 'client-emailed', subject: `“${subject}”, booking ${reference} of ${name}` },
    )
    return { ok: true }
  })
}

/** A hash of the note, to detect a concurrent change. */
export const noteMark = (note: string): string => sha256(note).slice(0, 16)

export type NoteSaved =
  | { ok: true }
  | { ok: false; reason: 'missing' }
  | { ok: false; reason: 'refused'; errors: Record<string, string> }
  /** Someone else changed it since the form was opened. */
  | { ok: false; reason: 'changed-since'; note: string }

/**
 * Saves the studio's internal note. The note has its own concurrency check (`seen` is the hash of the note
 * when the form was opened), so saving it doesn't invalidate other forms.
 */
export async function saveNote(
  { db, clock, author }: WriteDeps,
  { id, seen, ...given }: { id: string; note: string; seen: string },
): Promise<NoteSaved> {
  const read = parseForm(noteSchema(), { note: given.note })
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const { note } = read.value
  return await transact(db, async (tx): Promise<NoteSaved> => {
    const booking = await selectBooking(tx, { id })
    if (!booking) return { ok: false, reason: 'missing' }
    const before = booking.privateNote
    if (noteMark(before) !== seen) return { ok: false, reason: 'changed-since', note: before }
    if (before === note) return { ok: true }
    if (!(await replaceNote(tx, { id, before, note })))
      return {
        ok: false,
        reason: 'changed-since',
        note: (await selectBooking(tx, { id }))?.privateNote ?? '',
      }
    const by = { kind: 'studio' as const, name: author.name }
    await insertEvent(tx, id, { kind: 'note-changed', at: clock.now(), by, detail: {} })
    const subject = `Booking ${booking.reference} of ${booking.name}`
    await recordAction({ db: tx, clock, author }, { action: 'booking-note-changed', subject })
    return { ok: true }
  })
}
