import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { addedAnswers, noteOf, type ReceivedContactMessage } from '~/domains/contact-messages/model'
import { bookContactMessage, findContactMessage } from '~/domains/contact-messages/operations.server'
import { readSettings, readZone } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { parseForm } from '~/platform/forms'
import { newId } from '~/platform/ids.server'
import { isId } from '~/platform/text'
import { dateOf } from '~/platform/time'
import type { Offer } from '../availability/model'
import { findOfferOf } from '../availability/operations.server'
import { instantsOf, wallTimeOf } from '../availability/wall-time'
import type { FieldErrors } from '../booking-form'
import type { Booking } from '../reservations/model'
import { dropExpiredHolds, lockCalendar } from '../reservations/occupancies-store.server'
import { writeBooking } from '../reservations/operations.server'
import { selectBooking } from '../reservations/store.server'
import { readSlot } from '../slots/model'
import { dayAndTime } from '../start-labels'
import { type ManualBooking, manualBookingSchema } from './booking-forms'
import type { ManualBookingView } from './model'
import { checkStart } from './start-check.server'
import { isOfferedAt, selectManualBookingChoices } from './store.server'

export interface ManualBookingDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret'>
  author: Author
}

/**
 * The form's options.
 * @param start an instant from the calendar, such as `2026-12-05T15:30:00Z`; '' without one
 * @param inquiry id of the message from which the booking is made; '' without one
 */
export async function readManualBookingForm(
  { db, clock }: Pick<ManualBookingDeps, 'db' | 'clock'>,
  start: string,
  inquiry = '',
): Promise<ManualBookingView> {
  const zone = await readZone({ db })
  const startsAt = readSlot(start)
  const message = inquiry === '' ? undefined : await findContactMessage({ db }, inquiry)
  const offered = await selectManualBookingChoices(db)
  const choices = { ...offered, once: newId(), inquiry: message ? inquiryOf(message, offered) : null }
  if (startsAt === undefined) {
    const date = message?.eventDate || dateOf(clock.now(), zone)
    return { ...choices, date, time: '', which: '' }
  }
  const [date = '', time = ''] = wallTimeOf(startsAt, zone).split('T')
  const [, second] = instantsOf(date, time, zone)
  const which = second === undefined ? '' : second === startsAt ? 'second' : 'first'
  return { ...choices, date, time, which }
}

function inquiryOf(
  message: ReceivedContactMessage,
  { types, places }: Pick<ManualBookingView, 'types' | 'places'>,
): NonNullable<ManualBookingView['inquiry']> {
  const { id, name, email, phone, subject, shootKind = '', place = '' } = message
  const type = titled(types, shootKind) ?? titled(types, subject)
  const location = titled(places, place)
  // A location that isn't the studio's is the client's own.
  const own = place === '' || location ? undefined : places.find(({ kind }) => kind === 'client')
  return {
    ...{ id, from: name },
    asked: [subject, ...addedAnswers({ ...message, heardFrom: '' }).map(([, answer]) => answer)]
      .filter((answer) => answer !== '')
      .join(', '),
    given: {
      ...{ name, email, phone },
      ...(type ? { type: type.id } : {}),
      ...(location ? { place: location.id } : {}),
      ...(own ? { place: own.id, address: place } : {}),
      note: noteOf(message),
    },
  }
}

/** The one whose title has these words, in the singular: “Portraits” finds “Portrait session”. */
function titled<T extends { title: string }>(choices: T[], words: string): T | undefined {
  const looked = words.trim().toLowerCase().replace(/s$/, '')
  return looked === '' ? undefined : choices.find(({ title }) => title.toLowerCase().includes(looked))
}

/** Session types that can be booked manually, with their questions. */
export const listManualBookingTypes = async ({
  db,
}: Pick<ManualBookingDeps, 'db'>): Promise<ManualBookingView['types']> =>
  (await selectManualBookingChoices(db)).types

export type BookingAdded =
  /** `repeated`: the same form arrived earlier, so nothing new was saved. */
  | { ok: true; booking: Booking; repeated: boolean }
  | { ok: false; reason: 'refused'; errors: FieldErrors }
  /** It breaks the rules for clients. Repeating it with `anyway` allows that. */
  | { ok: false; reason: 'off-rules'; warnings: string[] }
  /** The time is occupied. */
  | { ok: false; reason: 'taken'; inTheWay: string }

/**
 * Adds a booking made by phone or in person. With `anyway`, notice, hours and limits don't apply, but the
 * time must be free of bookings, holds and blocks. `once` is the form's id, to detect a repeated submission.
 */
export async function addBooking(
  deps: ManualBookingDeps,
  { get, once }: { get: (name: string) => string; once: string },
): Promise<BookingAdded> {
  const { db, clock } = deps
  const read = await readWhole(db, get)
  if (!read.ok) return read
  const { offer, manual } = read
  const check = await checkStart({ db, clock }, { offer, startsAt: manual.startsAt })
  // Checked after the time, since this form's own earlier booking may be what occupies it.
  const before = await selectBooking(db, { submissionKey: keyOf(once) })
  if (before) return { ok: true, booking: before, repeated: true }
  if (check.inTheWay !== '') return { ok: false, reason: 'taken', inTheWay: check.inTheWay }
  const warnings = [...(read.isOffered ? [] : [notOffered(offer)]), ...check.warnings]
  if (warnings.length > 0 && !manual.anyway) return { ok: false, reason: 'off-rules', warnings }
  for (;;) {
    const booked = await store(deps, offer, manual, {
      ...{ once, miniDayId: check.miniDayId, inquiry: get('inquiry') },
    })
    if (booked) return booked
  }
}

async function readWhole(
  db: Db,
  get: (name: string) => string,
): Promise<
  | { ok: true; offer: Offer; manual: ManualBooking; isOffered: boolean }
  | Extract<BookingAdded, { reason: 'refused' }>
> {
  const { types, places } = await selectManualBookingChoices(db)
  const zone = await readZone({ db })
  const type = types.find(({ id }) => id === get('type'))
  const place = places.find(({ id }) => id === get('place'))
  const asked = { asksAddress: place?.kind === 'client', questions: type?.questions ?? [] }
  const read = parseForm(manualBookingSchema(asked, { types, places, zone }), { get })
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  if (!type || !place) throw new Error('A session or location that isn’t there was accepted.')
  const offer = await findOfferOf({ db }, { sessionType: type, place })
  return { ok: true, offer, manual: read.value, isOffered: await isOfferedAt(db, type.id, place.id) }
}

const notOffered = ({ type, place }: Offer): string =>
  `Clients can’t book ${type.title} at this location: ${place.title}.`

/** @returns undefined when the reference is taken */
async function store(
  { db, clock, config, author }: ManualBookingDeps,
  offer: Offer,
  manual: ManualBooking,
  { once, miniDayId, inquiry }: { once: string; miniDayId: string | null; inquiry: string },
): Promise<BookingAdded | undefined> {
  const settings = await readSettings({ db })
  return await transact(db, async (tx, rollback): Promise<BookingAdded | undefined> => {
    await lockCalendar(tx, offer.resourceId)
    await dropExpiredHolds(tx, offer.resourceNumber, clock.now())
    const submissionKey = keyOf(once)
    const before = await selectBooking(tx, { submissionKey })
    if (before) return { ok: true, booking: before, repeated: true }
    const { startsAt, details, privateNote, state, notifies, priceCents = offer.type.priceCents } = manual
    const written = await writeBooking(
      { db: tx, clock, config },
      {
        settings,
        offer: { ...offer, type: { ...offer.type, depositCents: depositWithin(offer.type, priceCents) } },
        startsAt,
        details,
        privateNote,
        wanted: state,
        notifies,
        priceCents,
        termsVersion: null,
        miniDayId,
        submissionKey: isId(once) ? submissionKey : null,
        by: { kind: 'studio', name: author.name },
      },
    )
    if (!written.ok)
      return written.reason === 'taken'
        ? rollback({ ok: false, reason: 'taken', inTheWay: 'someone who booked a moment earlier' })
        : rollback(undefined)
    const { booking } = written
    await recordAction(
      { db: tx, clock, author },
      {
        action: 'booking-added',
        subject: `Booking ${booking.reference} of ${booking.name}`,
        changes: [{ field: 'Starts', from: '', to: dayAndTime(startsAt, booking.zone) }],
      },
    )
    if (inquiry !== '') await bookContactMessage({ db: tx, clock, author }, inquiry, booking.id)
    return { ok: true, booking, repeated: false }
  })
}

/** The type's deposit, or a custom price that is lower. With a unit, such as an hour, the price isn't the total. */
const depositWithin = ({ depositCents, priceUnit }: Offer['type'], priceCents: number): number =>
  priceUnit === '' ? Math.min(depositCents, priceCents) : depositCents

const keyOf = (once: string): string => `by-hand ${once}`
