import { createHash } from 'node:crypto'
import { readSettings } from '~/domains/content/operations.server'
import { currentTermsVersion, recordTermsAgreement } from '~/domains/content/terms/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { TIME_NOT_OFFERED } from '~/platform/http/notices'
import type { Logger } from '~/platform/logging.server'
import { limitReached, type Refused, takeHit, tooManySentence } from '~/platform/rate-limit.server'
import { dateOf } from '~/platform/time'
import type { Offer, Start } from './availability/model'
import { findOffer, listStarts } from './availability/operations.server'
import { type ClientDetails, type FieldErrors, readDetails, readStart, termsError } from './booking-form'
import type { Booking } from './bookings/model'
import { selectBooking } from './bookings/store.server'
import { findHold } from './holds/operations.server'
import { dropExpiredHolds, lockCalendar, release } from './occupancies/store.server'
import { readLimit, readStanding } from './unconfirmed/limit.server'
import type { Unconfirmed } from './unconfirmed/model'
import { findWaitingAgain, takeUnconfirmed } from './unconfirmed/operations.server'
import { writeBooking } from './writing/operations.server'

const LIMIT = { name: 'booking', limit: 30, windowMs: 3_600_000 }

export interface BookingDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret' | 'rateLimitScale'>
  log: Logger
}

export interface BookingRequest {
  /** A field of the form by its name; '' when there is none. */
  get: (name: string) => string
  /** The visitor's network address. */
  network: string
  /** Whose hold this is; '' without one. */
  visitor: string
  /** Whether someone with a verified account books. */
  isSignedIn?: boolean
}

export type BookingRequested =
  /** `repeated`: the same form had arrived before; it made nothing new. */
  | { ok: true; booking: Booking; repeated: boolean }
  /** It counts once the client has pressed the button in an email. */
  | { ok: false; reason: 'to-confirm'; unconfirmed: Unconfirmed }
  | { ok: false; reason: 'refused'; errors: FieldErrors }
  /** The start is gone; `free` are the others of that day. */
  | { ok: false; reason: 'taken'; free: Start[] }
  | { ok: false; reason: 'too-many'; retryAt: number; sentence: string }

/**
 * R6, R31: books a start that is offered, for good or until the studio has answered. Whatever reaches it at the same
 * time, no two sessions overlap: the database refuses the second.
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
  const start = readStart(get('slot'))
  const asked = offer
    ? { asksAddress: offer.place.kind === 'client', questions: offer.type.questions }
    : { asksAddress: false, questions: [] }
  const read = readDetails(get, asked)
  const terms = termsError(get('terms'))
  const errors: FieldErrors = {
    ...(offer ? {} : { service: 'Choose a session and a location where we offer it.' }),
    ...(start.ok ? {} : { slot: start.error }),
    ...(read.ok ? {} : read.errors),
    ...(terms ? { terms } : {}),
  }
  if (!offer || !start.ok || !read.ok || terms) return { ok: false, reason: 'refused', errors }
  return { ok: true, offer, startsAt: start.startsAt, details: read.details }
}

/** @returns undefined when it has to be tried again: the reference is taken, or the terms have just changed */
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
    // What is refused, or was booked before, counts for nothing and writes nothing.
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
      const unconfirmed = await takeUnconfirmed(
        { ...deps, db: tx },
        { settings, offer, start, details, submissionKey, termsVersion, wantsNewsletter, network, limit },
      )
      return unconfirmed ? { ok: false, reason: 'to-confirm', unconfirmed } : rollback(undefined)
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
        state: offer.type.needsApproval ? 'requested' : 'confirmed',
        termsVersion,
        priceCents: offer.type.priceCents,
        by: { kind: 'client', name: details.name },
        isUnproven: !standing.isProven,
        isTold: true,
      },
    )
    if (written.ok) {
      const occasion = `Booking ${written.booking.reference}`
      const agreed = await recordTermsAgreement({ db: tx, clock }, { version: termsVersion, occasion })
      // Terms were published at this moment: once more, under those.
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

/** What came of the same form when it arrived before. */
async function findRepeated(
  deps: BookingDeps & { db: Tx },
  submissionKey: string,
): Promise<BookingRequested | undefined> {
  const booking = await selectBooking(deps.db, { submissionKey })
  if (booking) return { ok: true, booking, repeated: true }
  const unconfirmed = await findWaitingAgain(deps, submissionKey)
  return unconfirmed && { ok: false, reason: 'to-confirm', unconfirmed }
}

/** Looks, within the transaction, whether the start is offered and free; the visitor's own hold makes way. */
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

/** The same start, asked for by the same person with the same words, is the same form sent twice. */
function submissionKeyOf({ offer, startsAt, details }: ReadRequest): string {
  const said = [offer.type.id, offer.place.id, startsAt, details]
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url')
}
