import type { Db } from '~/platform/db/database.server'
import { countHits, tooManySentence } from '~/platform/rate-limit.server'
import type { Question } from '../../availability/model'
import { findOfferOf } from '../../availability/operations.server'
import { type FieldErrors, questionField, readDetails } from '../../booking-form'
import { tellOfBooking } from '../../emails/operations.server'
import { isChangeable } from '../../policy'
import { type Changed, changeBooking, mustFind } from '../../reservations/changes.server'
import type { Booking } from '../../reservations/model'
import { insertEvent, updateBooking } from '../../reservations/store.server'
import type { ManageDeps } from '../acting/operations.server'
import { changedDetails, type OwnDetails } from './changed-details'

const LIMIT = { name: 'booking-details', limit: 30, windowMs: 3_600_000 }

/** What the form asks for, and what stands in it: by the names of its fields. */
export async function readDetailsForm(
  { db }: { db: Db },
  booking: Booking,
): Promise<{ questions: Question[]; asksAddress: boolean; values: Record<string, string> }> {
  const questions = (await findOfferOf({ db }, booking)).type.questions
  const answerTo = (label: string) => booking.answers.find(({ question }) => question === label)?.answer ?? ''
  return {
    questions,
    asksAddress: booking.place.kind === 'client',
    values: {
      phone: booking.phone,
      partySize: String(booking.partySize),
      address: booking.address,
      notes: booking.notes,
      ...Object.fromEntries(questions.map(({ id, label }) => [questionField(id), answerTo(label)])),
    },
  }
}

export type DetailsSaved =
  | Changed
  | { ok: false; reason: 'refused'; errors: FieldErrors }
  | { ok: false; reason: 'too-many'; retryAt: number; sentence: string }

/**
 * Changes what the client told with the booking, until the session begins, and tells the studio what is new. Name and
 * address of mail stay: they say whose booking it is.
 */
export async function saveOwnDetails(
  deps: ManageDeps & { clientAddress: string },
  booking: Booking,
  { version, get }: { version: number; get: (name: string) => string },
): Promise<DetailsSaved> {
  const { questions, asksAddress } = await readDetailsForm(deps, booking)
  const identity: Record<string, string> = { name: booking.name, email: booking.email }
  const read = readDetails((name) => identity[name] ?? get(name), { asksAddress, questions })
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const hit = await countHits(deps, [{ ...LIMIT, network: deps.clientAddress }])
  if (!hit.ok) return { ...hit, sentence: tooManySentence(hit.retryAt, booking.zone) }
  const asked = new Set(questions.map(({ label }) => label))
  const details: OwnDetails = {
    ...read.details,
    address: asksAddress ? read.details.address : booking.address,
    // What was answered to a question that is asked no more stays.
    answers: [...booking.answers.filter(({ question }) => !asked.has(question)), ...read.details.answers],
  }
  const by = { kind: 'client' as const, name: booking.name }
  return await changeBooking<Changed>({ ...deps, by }, { id: booking.id, version }, async (tx, known) => {
    if (!isChangeable(known, deps.clock.now())) return { ok: false, reason: 'not-possible', booking: known }
    const changed = changedDetails(known, details)
    if (changed.length === 0) return { ok: true, booking: known }
    const isWritten = await updateBooking(tx, known, {
      phone: details.phone,
      party_size: details.partySize,
      notes: details.notes,
      address: details.address,
      answers: JSON.stringify(details.answers),
      // Where a session is stands in calendars.
      ...(details.address === known.address ? {} : { sequence: known.sequence + 1 }),
    })
    if (!isWritten) return { ok: false, reason: 'changed-meanwhile', booking: await mustFind(tx, known.id) }
    const labels = changed.map(([label]) => label).join(', ')
    await insertEvent(tx, known.id, {
      kind: 'answered',
      at: deps.clock.now(),
      by,
      detail: { changed: labels },
    })
    const saved = await mustFind(tx, known.id)
    await tellOfBooking({ ...deps, db: tx }, saved, { kind: 'answered', changed })
    return { ok: true, booking: saved }
  })
}
