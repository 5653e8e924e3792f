import type { ClientPhoto } from '~/domains/photos/client-photos'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import { DATE_NOT_OFFERED } from '~/platform/http/notices'
import { countHits, tooManySentence } from '~/platform/rate-limit.server'
import { dateOf, dayLabel, fullDate, zoneName } from '~/platform/time'
import type { Question } from '../availability/model'
import { findOfferOf, listDays, listStarts, readBookableDates } from '../availability/operations.server'
import { type FieldErrors, questionField, readDetails } from '../booking-form'
import { notifyOfBooking, sendNewLink } from '../emails/operations.server'
import { isChangeable } from '../policy'
import { meetRequirement } from '../requirements/operations.server'
import {
  acceptReschedule,
  type Changed,
  type CostsMore,
  cancelIfAgreed,
  changeBooking,
  type ExpectedVersion,
  mustFind,
  type Rescheduled,
  rescheduleBooking,
} from '../reservations/changes.server'
import type { Booking } from '../reservations/model'
import { insertEvent, updateBooking } from '../reservations/store.server'
import type { CalendarMonth, Day } from '../slots/model'
import { slotOf } from '../slots/model'
import {
  calendarMonth,
  findMonthWithOpenings,
  firstOf,
  lastOf,
  monthOf,
  readDate,
  readMonth,
  slotsOf,
} from '../slots/months'
import { readClientPhotos } from './photos.server'

const LINK_LIMIT = { name: 'booking-link', limit: 10, windowMs: 3_600_000 }

export interface ManageDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret' | 'rateLimitScale'>
}

const asClient = (deps: ManageDeps, booking: Booking) => ({
  ...deps,
  by: { kind: 'client' as const, name: booking.name },
})

/** Reschedules a booking for its client. @param agreedFeeCents the fee that the page showed */
export const rescheduleClientBooking = (
  deps: ManageDeps,
  booking: Booking,
  { version, ...to }: Pick<ExpectedVersion, 'version'> & { startsAt: number; agreedFeeCents: number },
): Promise<Rescheduled> => rescheduleBooking(asClient(deps, booking), { id: booking.id, version }, to)

/** Cancels a booking for its client. @param agreedKept whether the page said that the deposit is kept */
export const cancelClientBooking = (
  deps: ManageDeps,
  booking: Booking,
  { version, words, agreedKept }: Pick<ExpectedVersion, 'version'> & { words: string; agreedKept: boolean },
): Promise<Changed | CostsMore> =>
  cancelIfAgreed(asClient(deps, booking), { id: booking.id, version }, { words, mayKeepDeposit: agreedKept })

export type Renewed = Changed | { ok: false; reason: 'too-many'; retryAt: number; sentence: string }

/**
 * Revokes every manage link of a booking and emails a new one to the booking's address. It isn't shown in the
 * browser, which may be someone else's.
 */
export async function renewLink(
  deps: ManageDeps & { clientAddress: string },
  booking: Booking,
  version: number,
): Promise<Renewed> {
  const hit = await countHits(deps, [{ ...LINK_LIMIT, network: deps.clientAddress }])
  if (!hit.ok) return { ...hit, sentence: tooManySentence(hit.retryAt, booking.zone) }
  const by = { kind: 'client' as const, name: booking.name }
  return await changeBooking<Changed>({ ...deps, by }, { id: booking.id, version }, async (tx, known) => {
    if (!(await updateBooking(tx, known, { manage_version: known.manageVersion + 1 })))
      return { ok: false, reason: 'changed-since', booking: await mustFind(tx, known.id) }
    await insertEvent(tx, known.id, { kind: 'link-replaced', at: deps.clock.now(), by, detail: {} })
    const renewed = await mustFind(tx, known.id)
    await sendNewLink({ ...deps, db: tx }, renewed)
    return { ok: true, booking: renewed }
  })
}

/** The client accepts the new time that the studio chose. */
export const acceptClientReschedule = (
  deps: ManageDeps,
  booking: Booking,
  version: number,
): Promise<Changed> => acceptReschedule(asClient(deps, booking), { id: booking.id, version })

const LIMIT = { name: 'booking-details', limit: 30, windowMs: 3_600_000 }

/** A former answer stays one of the choices. */
const withFormer = (question: Question, answer: string): Question =>
  question.choices && answer !== '' && !question.choices.includes(answer)
    ? { ...question, choices: [...question.choices, answer] }
    : question

/** The form's fields and their values by field name. */
export async function readDetailsForm(
  { db }: { db: Db },
  booking: Booking,
): Promise<{
  questions: Question[]
  photos: ClientPhoto[]
  asksAddress: boolean
  values: Record<string, string>
}> {
  const [{ type }, { photos, labelOf }] = await Promise.all([
    findOfferOf({ db }, booking),
    readClientPhotos({ db }, booking.id),
  ])
  const saidTo = (label: string) => booking.answers.find(({ question }) => question === label)?.answer ?? ''
  const answerTo = ({ kind, label }: Question) => (kind === 'photos' ? labelOf(label) : saidTo(label))
  const questions = type.questions.map((question) => withFormer(question, answerTo(question)))
  return {
    ...{ questions, photos },
    asksAddress: booking.place.kind === 'client',
    values: {
      phone: booking.phone,
      partySize: String(booking.partySize),
      address: booking.address,
      notes: booking.notes,
      ...Object.fromEntries(questions.map((question) => [questionField(question.id), answerTo(question)])),
    },
  }
}

export type DetailsSaved =
  | Changed
  | { ok: false; reason: 'refused'; errors: FieldErrors }
  | { ok: false; reason: 'too-many'; retryAt: number; sentence: string }

/**
 * Saves the client's changes until the session begins, and notifies the studio. Name and email can't be
 * changed: they identify the client.
 */
export async function saveClientDetails(
  deps: ManageDeps & { clientAddress: string },
  booking: Booking,
  {
    version,
    get,
    photosOf = [],
  }: {
    version: number
    get: (name: string) => string
    /** Questions whose photos were just changed. */
    photosOf?: string[]
  },
): Promise<DetailsSaved> {
  const { questions, asksAddress, values } = await readDetailsForm(deps, booking)
  const given: Record<string, string | undefined> = { name: booking.name, email: booking.email }
  for (const { id, kind } of questions)
    if (kind === 'photos') given[questionField(id)] = values[questionField(id)]
  const read = readDetails({ get: (name) => given[name] ?? get(name) }, { asksAddress, questions })
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const hit = await countHits(deps, [{ ...LIMIT, network: deps.clientAddress }])
  if (!hit.ok) return { ...hit, sentence: tooManySentence(hit.retryAt, booking.zone) }
  const asked = new Set(questions.map(({ label }) => label))
  const details: EditedDetails = {
    ...read.value,
    address: asksAddress ? read.value.address : booking.address,
    // Answers to questions that were removed since are kept.
    answers: [...booking.answers.filter(({ question }) => !asked.has(question)), ...read.value.answers],
  }
  const by = { kind: 'client' as const, name: booking.name }
  return await changeBooking<Changed>({ ...deps, by }, { id: booking.id, version }, async (tx, known) => {
    if (!isChangeable(known, deps.clock.now())) return { ok: false, reason: 'not-possible', booking: known }
    const changed = changedDetails(known, details)
    // Photos can be replaced by as many others.
    for (const label of photosOf)
      if (!changed.some(([each]) => each === label)) changed.push([label, answerIn(details, label)])
    // The form is only saved with an answer to every required question.
    const arrived = () =>
      asked.size === 0
        ? undefined
        : meetRequirement({ ...deps, db: tx }, known.id, { kind: 'questionnaire' }, by)
    if (changed.length === 0) {
      await arrived()
      return { ok: true, booking: await mustFind(tx, known.id) }
    }
    const isWritten = await updateBooking(tx, known, {
      phone: details.phone,
      party_size: details.partySize,
      notes: details.notes,
      address: details.address,
      answers: JSON.stringify(details.answers),
      // The location is part of the calendar entry.
      ...(details.address === known.address ? {} : { sequence: known.sequence + 1 }),
    })
    if (!isWritten) return { ok: false, reason: 'changed-since', booking: await mustFind(tx, known.id) }
    const labels = changed.map(([label]) => label).join(', ')
    await insertEvent(tx, known.id, {
      kind: 'answered',
      at: deps.clock.now(),
      by,
      detail: { changed: labels },
    })
    const saved = await mustFind(tx, known.id)
    await notifyOfBooking({ ...deps, db: tx }, saved, { kind: 'answered', changed })
    await arrived()
    return { ok: true, booking: await mustFind(tx, known.id) }
  })
}

/** The details of a booking that a client can change. */
export type EditedDetails = Pick<Booking, 'phone' | 'partySize' | 'notes' | 'address' | 'answers'>

/** The changed details as label and new value; empty: nothing changed. */
export function changedDetails(
  before: EditedDetails,
  after: EditedDetails,
): [label: string, value: string][] {
  const facts: [label: string, before: string, after: string][] = [
    ['Phone', before.phone, after.phone],
    ['People', String(before.partySize), String(after.partySize)],
    ['Address', before.address, after.address],
    ['Notes', before.notes, after.notes],
    ...labelsOf(before, after).map((label): [string, string, string] => [
      label,
      answerIn(before, label),
      answerIn(after, label),
    ]),
  ]
  return facts.flatMap(([label, old, now]) => (old === now ? [] : [[label, now] as [string, string]]))
}

const labelsOf = (...all: EditedDetails[]): string[] => [
  ...new Set(all.flatMap(({ answers }) => answers.map(({ question }) => question))),
]

const answerIn = ({ answers }: EditedDetails, label: string): string =>
  answers.find(({ question }) => question === label)?.answer ?? ''

/** The times to which a booking can be rescheduled. */
export interface RescheduleCalendar {
  month: CalendarMonth
  day: Day | null
  /** A sentence about a requested day that isn't available. */
  sentence: string | null
  zoneName: string
}

/**
 * The month and day for rescheduling: as requested, else the booking's own or the next with free times. The
 * booking's own time doesn't count as taken.
 * @param asked `month` is YYYY-MM, `date` YYYY-MM-DD, from the address; '' for none
 */
export async function readRescheduleCalendar(
  { db, clock }: { db: Db; clock: Clock },
  booking: Booking,
  asked: { month: string; date: string },
): Promise<RescheduleCalendar> {
  const offer = await findOfferOf({ db }, booking)
  const range = await readBookableDates({ db, clock }, offer)
  const except = { bookingId: booking.id }
  const date = readDate(asked.date)
  const isOffered = (month: string | undefined) =>
    month !== undefined && month >= monthOf(range.firstDate) && month <= monthOf(range.lastDate)
  const wished = readMonth(asked.month) ?? (date && monthOf(date))
  const own = dateOf(booking.sessionDate, booking.zone)
  const first = [wished, monthOf(own)].find(isOffered) ?? monthOf(range.firstDate)
  const daysOf = (month: string) =>
    listDays({ db, clock }, { offer, firstDate: firstOf(month), lastDate: lastOf(month), except })
  const { month, days } = isOffered(wished)
    ? { month: first, days: await daysOf(first) }
    : await findMonthWithOpenings({ first, last: monthOf(range.lastDate) }, daysOf)
  const open = days.filter(({ state, free }) => state === 'open' && free > 0)
  // One start of the client’s own day is the current one.
  const near = open.find(({ date: day, free }) => day === own && free > 1) ?? open[0]
  const shown = date && monthOf(date) === month ? date : near?.date
  const zone = booking.zone
  return {
    month: calendarMonth(month, days, range),
    day:
      shown === undefined
        ? null
        : {
            date: shown,
            label: dayLabel(shown),
            // Leaves out the booking's current start.
            slots: slotsOf(
              await listStarts({ db, clock }, { offer, date: shown, except }),
              undefined,
              zone,
            ).filter(({ slot }) => slot !== slotOf(booking.sessionDate)),
          },
    sentence: sentenceOf(asked, range),
    zoneName: zoneName(zone, clock.now()),
  }
}

function sentenceOf(
  asked: { month: string; date: string },
  { firstDate, lastDate }: { firstDate: string; lastDate: string },
): string | null {
  const date = readDate(asked.date)
  const month = readMonth(asked.month)
  if ((asked.date !== '' && !date) || (asked.month !== '' && !month)) return DATE_NOT_OFFERED
  const isOutside =
    (date && (date < firstDate || date > lastDate)) ||
    (month && (month < monthOf(firstDate) || month > monthOf(lastDate)))
  return isOutside
    ? `That date isn’t available. You can book dates from ${fullDate(firstDate)} to ${fullDate(lastDate)}.`
    : null
}
