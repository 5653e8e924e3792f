import { createHash, randomInt } from 'node:crypto'
import { taxBooking } from '~/domains/billing/operations.server'
import type { Settings } from '~/domains/content/model'
import { readSettings } from '~/domains/content/operations.server'
import { taxRulesOf } from '~/domains/content/tax-rules'
import { currentTermsVersion, recordTermsAgreement } from '~/domains/content/terms.server'
import type { WishRefusal } from '~/domains/newsletter/email-rule'
import { subscribe } from '~/domains/newsletter/operations.server'
import { noteContact } from '~/domains/people/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { indexNew } from '~/platform/db/search-terms.server'
import { parseForm } from '~/platform/forms'
import { TIME_NOT_OFFERED } from '~/platform/http/notices'
import { newId } from '~/platform/ids.server'
import type { Logger } from '~/platform/logging.server'
import { limitReached, type Refused, takeHit, tooManySentence } from '~/platform/rate-limit.server'
import { dateOf } from '~/platform/time'
import type { Offer, Start } from '../availability/model'
import { findOffer, listStarts } from '../availability/operations.server'
import { wallTimeOf } from '../availability/wall-time'
import { bookingSchema, type ClientDetails, type FieldErrors, NEWSLETTER_WORDS } from '../booking-form'
import { browserTokenOf } from '../client/manage-link.server'
import { agreeSchedule } from '../payments/schedule.server'
import type { BookingPolicy } from '../policy'
import { beginningOf, questionsWhileBooking } from '../requirements/model'
import { queueHoldEnd, tellOfNew } from '../requirements/operations.server'
import { readLimit, readStanding } from './floods.server'
import { findHold } from './holds.server'
import type { Booking, BookingEvent } from './model'
import { dropExpiredHolds, lockCalendar, occupyForBooking, release } from './occupancies-store.server'
import { insertBooking, insertEvent, selectBooking } from './store.server'
import { addUnverified, findRepeatedUnverified, watchTokenOf } from './unverified.server'
import type { UnverifiedBooking } from './unverified-model'

const LIMIT = { name: 'booking', limit: 30, windowMs: 3_600_000 }

export interface BookingDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret' | 'rateLimitScale'>
  log: Logger
}

export interface BookingRequest {
  /** Returns a field of the form by name; '' if it's missing. */
  get: (name: string) => string
  /** The visitor's network address. */
  network: string
  /** The visitor token of the hold; '' without one. */
  visitor: string
  /** Whether the booking is made by someone with a verified account. */
  isSignedIn?: boolean
}

export type BookingRequested =
  /** `repeated`: the same form arrived earlier, so nothing new was saved. */
  | { ok: true; booking: Booking; repeated: boolean }
  /** The client has to press the button in an email. */
  | { ok: false; reason: 'to-confirm'; unverified: UnverifiedBooking }
  | { ok: false; reason: 'refused'; errors: FieldErrors }
  /** The start is no longer free; `free` are the others of that day. */
  | { ok: false; reason: 'taken'; free: Start[] }
  | { ok: false; reason: 'too-many'; retryAt: number; sentence: string }

/**
 * R6, R31: Books an offered start, as confirmed or pending. The database refuses overlapping times, so of
 * simultaneous requests only one succeeds.
 */
export async function requestBooking(deps: BookingDeps, request: BookingRequest): Promise<BookingRequested> {
  const read = await readRequest(deps, request)
  if (!read.ok) return read
  for (;;) {
    const booked = await storeBooking(deps, request, read)
    if (booked) return booked
  }
}

interface ReadRequest {
  offer: Offer
  startsAt: number
  details: ClientDetails
}

async function readRequest(
  { db }: BookingDeps,
  { get }: BookingRequest,
): Promise<({ ok: true } & ReadRequest) | { ok: false; reason: 'refused'; errors: FieldErrors }> {
  const offer = await findOffer({ db }, { service: get('service'), location: get('location') })
  const schema = bookingSchema({
    isOffered: offer !== undefined,
    asksAddress: offer?.place.kind === 'client',
    questions: offer ? questionsWhileBooking(offer.type) : [],
  })
  const read = parseForm(schema, { get })
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  if (!offer) throw new Error('A session that isn’t offered was accepted.')
  return { ok: true, offer, ...read.value }
}

/** @returns undefined if it has to be repeated: the reference is taken, or the terms have just changed */
async function storeBooking(
  deps: BookingDeps,
  request: BookingRequest,
  read: ReadRequest,
): Promise<BookingRequested | undefined> {
  const { db, clock, config } = deps
  const settings = await readSettings({ db })
  const tries = { ...LIMIT, network: request.network }
  const tooMany = (refused: Refused): BookingRequested => ({
    ...refused,
    sentence: tooManySentence(refused.retryAt, settings.studio.timeZone),
  })
  const reached = await limitReached({ db, clock, config }, tries)
  if (reached) return tooMany(reached)
  const limit = await readLimit(deps, settings)
  return await transact(db, async (tx, rollback): Promise<BookingRequested | undefined> => {
    const hit = await takeHit({ db: tx, clock, config }, tries)
    if (!hit.ok) return rollback(tooMany(hit))
    await lockCalendar(tx, read.offer.resourceId)
    const submissionKey = submissionKeyOf(read)
    const before = await findRepeated({ ...deps, db: tx }, submissionKey)
    // Rolls back, so that a refused or repeated request doesn't count toward limits.
    if (before) return rollback(before)
    const taken = await takeStart({ ...deps, db: tx }, request, { ...read, zone: settings.studio.timeZone })
    if (!taken.ok) return rollback(taken)
    const { start, free } = taken
    const { offer, startsAt, details } = read
    const { number: termsVersion } = await currentTermsVersion({ db: tx })
    const { network, isSignedIn = false } = request
    const asked = { email: details.email, network, isSignedIn, limit }
    const standing = await readStanding({ ...deps, db: tx }, asked)
    if (standing.mustConfirm) {
      const wantsNewsletter = request.get('newsletter') === 'yes'
      const unverified = await addUnverified(
        { ...deps, db: tx },
        {
          reference: referenceFor(settings),
          offer,
          start,
          details,
          submissionKey,
          termsVersion,
          wantsNewsletter,
          network,
          limit,
        },
      )
      return unverified ? { ok: false, reason: 'to-confirm', unverified } : rollback(undefined)
    }
    const written = await writeBooking(
      { ...deps, db: tx },
      {
        settings,
        offer,
        startsAt,
        details,
        submissionKey,
        miniDayId: start.miniDay,
        wanted: offer.type.needsApproval ? 'requested' : 'held',
        termsVersion,
        priceCents: offer.type.priceCents,
        by: { kind: 'client', name: details.name },
        isUnproven: !standing.isProven,
        notifies: true,
      },
    )
    if (written.ok) {
      const occasion = `Booking ${written.booking.reference}`
      const agreed = await recordTermsAgreement({ db: tx, clock }, { version: termsVersion, occasion })
      // New terms were published at this moment, so it's repeated with those.
      if (!agreed.ok) return rollback(undefined)
      return { ok: true, booking: written.booking, repeated: false }
    }
    switch (written.reason) {
      case 'taken':
        return rollback({ ok: false, reason: 'taken', free })
      case 'reference-taken':
        return rollback(undefined)
    }
  })
}

/** The result of the same form if it arrived earlier. */
async function findRepeated(
  deps: BookingDeps & { db: Tx },
  submissionKey: string,
): Promise<BookingRequested | undefined> {
  const booking = await selectBooking(deps.db, { submissionKey })
  if (booking) return { ok: true, booking, repeated: true }
  const unverified = await findRepeatedUnverified(deps, submissionKey)
  return unverified && { ok: false, reason: 'to-confirm', unverified }
}

/**
 * Checks within the transaction whether the start is offered and free, and releases the visitor's own hold.
 */
async function takeStart(
  deps: BookingDeps & { db: Tx },
  { visitor }: BookingRequest,
  { offer, startsAt, zone }: ReadRequest & { zone: string },
): Promise<
  | { ok: true; start: Start; free: Start[] }
  | Extract<BookingRequested, { ok: false; reason: 'refused' | 'taken' }>
> {
  const { db: tx, clock } = deps
  await dropExpiredHolds(tx, offer.resourceNumber, clock.now())
  const hold = await findHold(deps, visitor)
  const starts = await listStarts(deps, {
    offer,
    date: dateOf(startsAt, zone),
    zone,
    ...(hold ? { except: { occupancyId: hold.id } } : {}),
  })
  const start = starts.find((each) => each.startsAt === startsAt)
  const free = starts.filter((each) => each.state === 'free' && each.startsAt !== startsAt)
  if (!start)
    return {
      ok: false,
      reason: 'refused',
      errors: { slot: TIME_NOT_OFFERED },
    }
  if (start.state !== 'free') return { ok: false, reason: 'taken', free }
  if (hold) await release(tx, { id: hold.id })
  return { ok: true, start, free }
}

/** The same start and input by the same person have the same key, so they count as one submission. */
function submissionKeyOf({ offer, startsAt, details }: ReadRequest): string {
  const said = [offer.type.id, offer.place.id, startsAt, details]
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url')
}

export interface NewBooking {
  /** The current settings; the booking stores a snapshot of what applies to it. */
  settings: Pick<Settings, 'studio' | 'booking' | 'policies'>
  offer: Offer
  /** Milliseconds since 1970. */
  startsAt: number
  miniDayId: string | null
  details: ClientDetails
  /** `held`: confirmed once everything that its session type requires is there. */
  wanted: 'requested' | 'held' | 'confirmed'
  /** Version of the terms the client agreed to; null: none, such as by phone. */
  termsVersion: number | null
  priceCents: number
  /** Identifies a form to detect a repeated submission; null: can't be detected. */
  submissionKey: string | null
  by: BookingEvent['by']
  /** The reference; a new one if it's missing. */
  reference?: string | undefined
  /** Whether it was made on the site with an unproven address. */
  isUnproven?: boolean
  /** Whether client and studio are notified. */
  notifies: boolean
  /** What only the studio reads. */
  privateNote?: string | undefined
}

export type Written =
  | { ok: true; booking: Booking }
  /** The time is occupied. */
  | { ok: false; reason: 'taken' }
  /** Another booking got the same reference, so the caller repeats with a new one. */
  | { ok: false; reason: 'reference-taken' }

/**
 * Saves a booking with its time, event, search terms, person and emails. The calendar is locked, and expired
 * holds are deleted. Unless ok, the transaction must be rolled back.
 */
export async function writeBooking(
  { db: tx, clock, config }: { db: Tx; clock: Clock; config: Pick<Config, 'siteUrl' | 'secret'> },
  { settings, offer, startsAt, details, wanted, by, notifies, isUnproven = false, ...given }: NewBooking,
): Promise<Written> {
  const { studio } = settings
  const { type, place, resourceId } = offer
  const id = newId()
  const at = clock.now()
  const reference = given.reference ?? referenceFor(settings)
  const begun = beginningOf(type, { wanted, answers: details.answers, startsAt, at })
  const made = await insertBooking(tx, {
    ...details,
    ...given,
    ...begun,
    id,
    reference,
    resourceId,
    sessionTypeId: type.id,
    placeId: place.id,
    sessionDate: startsAt,
    sessionEnd: startsAt + type.minutes * 60_000,
    wallStart: wallTimeOf(startsAt, studio.timeZone),
    zone: studio.timeZone,
    priceUnit: type.priceUnit,
    travelFeeCents: place.travelFeeCents,
    depositCents: type.depositCents,
    policy: policyOf(settings.booking),
    isUnproven,
    uid: `${id}@${new URL(config.siteUrl).hostname}`,
    sequence: 0,
    manageVersion: 1,
    privateNote: given.privateNote ?? '',
    acceptanceRequestedAt: null,
    createdAt: at,
  })
  if (!made) return { ok: false, reason: 'reference-taken' }
  await taxBooking({ db: tx }, id, taxRulesOf(settings))
  if (!(await occupyForBooking(tx, offer, { bookingId: id, startsAt }))) return { ok: false, reason: 'taken' }
  const { state, heldUntil } = begun
  await insertEvent(tx, id, {
    ...{ kind: heldUntil === null ? state : 'held', at, by },
    detail: { ...(by.kind === 'studio' && { manual: 1 }), ...(heldUntil !== null && { until: heldUntil }) },
  })
  const { name, email, phone } = details
  await noteContact({ db: tx, clock }, { name, email, phone })
  await indexNew(tx, 'booking', [{ id, texts: [reference, email, name, phone] }])
  const booking = await selectBooking(tx, { id })
  if (!booking) throw new Error('A booking that was just written is missing.')
  if (state === 'confirmed') await agreeSchedule({ db: tx, clock }, booking)
  const deps = { db: tx, clock, config }
  if (heldUntil !== null) await queueHoldEnd(deps, heldUntil)
  if (notifies) await tellOfNew(deps, booking)
  return { ok: true, booking }
}

/** A new reference with the studio's initials as prefix. */
export const referenceFor = ({ studio }: Pick<Settings, 'studio'>): string =>
  newReference(studio.logo.join(''), (limit) => randomInt(limit))

const policyOf = ({
  freeReschedules,
  rescheduleHours,
  rescheduleFeeCents,
  depositRefundDays,
}: BookingPolicy): BookingPolicy => ({
  freeReschedules,
  rescheduleHours,
  rescheduleFeeCents,
  depositRefundDays,
})

/**
 * Digits and capitals that can't be confused when spoken or handwritten: without 0 O, 1 I L, 2 Z, 5 S, 8 B, U
 * V.
 */
const ALPHABET = '34679ACDEFGHJKMNPQRTWXY'
const LENGTH = 5

/**
 * A reference such as `DE-7K3Q9`, easy to read out on the phone. Not a secret.
 * @param prefix the studio's initials
 * @param randomBelow returns a random integer from 0 to below its argument
 */
export const newReference = (prefix: string, randomBelow: (limit: number) => number): string =>
  `${prefix}-${Array.from({ length: LENGTH }, () => ALPHABET[randomBelow(ALPHABET.length)]).join('')}`

/** In milliseconds. A form repeated within this time is a second click, so its browser gets the booking's token. */
const SECOND_PRESS = 5 * 60_000

export type SessionBooked =
  /**
   * `token` opens the booking in its browser; null if an old form was submitted again. `newsletter`: why the
   * address isn't subscribed as requested; null: it is, or it wasn't requested.
   */
  | { ok: true; token: string | null; newsletter: WishRefusal | null }
  | Exclude<Extract<BookingRequested, { ok: false }>, { reason: 'to-confirm' }>

/**
 * R6: Books, and subscribes the client to the newsletter if requested. The booking doesn't depend on the
 * subscription.
 */
export async function bookSession(deps: BookingDeps, request: BookingRequest): Promise<SessionBooked> {
  const booked = await requestBooking(deps, request)
  if (!booked.ok && booked.reason === 'to-confirm')
    return { ok: true, token: watchTokenOf(deps, booked.unverified), newsletter: null }
  if (!booked.ok) return booked
  const { booking, repeated } = booked
  const newsletter =
    !repeated && request.get('newsletter') === 'yes'
      ? await subscribeBeside(deps, booking, request.network)
      : null
  const isTheirs = !repeated || deps.clock.now() - booking.createdAt < SECOND_PRESS
  return { ok: true, token: isTheirs ? browserTokenOf(deps, booking) : null, newsletter }
}

export async function subscribeBeside(
  deps: BookingDeps,
  { email, reference }: Booking,
  network: string,
): Promise<WishRefusal | null> {
  try {
    const consent = { source: 'booking', place: reference, words: NEWSLETTER_WORDS } as const
    const subscribed = await subscribe(deps, { email, network, consent })
    return subscribed.ok ? null : subscribed.reason
  } catch (error) {
    deps.log.error({ err: error }, 'a newsletter subscription that came with a booking failed')
    return 'failed'
  }
}
