import { createHash, randomInt } from 'node:crypto'
import { readSettings } from '~/domains/content/operations.server'
import { noteContact } from '~/domains/people/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import type { Logger } from '~/platform/logging.server'
import { takeHit, tooManySentence } from '~/platform/rate-limit.server'
import { dateOf } from '~/platform/time'
import type { Offer, Start } from './availability/model'
import { findOffer, listStarts } from './availability/operations.server'
import { occupiedBy } from './availability/starts'
import { wallTimeOf } from './availability/wall-time'
import { type ClientDetails, type FieldErrors, readDetails, readStart, termsError } from './booking-form'
import type { Booking } from './bookings/model'
import { insertBooking, insertEvent, selectBooking } from './bookings/store.server'
import { findHold } from './holds/operations.server'
import { tellOfBooking } from './letters/operations.server'
import { dropExpiredHolds, lockCalendar, occupy, release } from './occupancies/store.server'
import { newReference } from './reference'

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
}

export type BookingRequested =
  /** `repeated`: the same form had arrived before; it made nothing new. */
  | { ok: true; booking: Booking; repeated: boolean }
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
    ...(offer ? {} : { service: 'Choose a session and a place where we offer it.' }),
    ...(start.ok ? {} : { slot: start.error }),
    ...(read.ok ? {} : read.errors),
    ...(terms ? { terms } : {}),
  }
  if (!offer || !start.ok || !read.ok || terms) return { ok: false, reason: 'refused', errors }
  return { ok: true, offer, startsAt: start.startsAt, details: read.details }
}

/** @returns undefined when the reference is taken */
async function storeBooking(
  deps: BookingDeps,
  request: BookingRequest,
  read: ReadRequest,
): Promise<BookingRequested | undefined> {
  const { db, clock, config } = deps
  const { studio, booking: policy } = await readSettings({ db })
  const submissionKey = submissionKeyOf(read)
  return await rollingBack(db, async (tx): Promise<BookingRequested | undefined> => {
    const hit = await takeHit({ db: tx, clock, config }, { ...LIMIT, network: request.network })
    if (!hit.ok) return { ...hit, sentence: tooManySentence(hit.retryAt, studio.timeZone) }
    await lockCalendar(tx, read.offer.resourceId)
    const before = await selectBooking(tx, { submissionKey })
    if (before) {
      await hit.giveBack()
      return { ok: true, booking: before, repeated: true }
    }
    const start = await takeStart({ ...deps, db: tx }, request, { ...read, zone: studio.timeZone })
    if (!start.ok) {
      await hit.giveBack()
      return start
    }
    const { type, place, resourceId } = read.offer
    const at = clock.now()
    const id = newId()
    const state = type.needsApproval ? 'requested' : 'confirmed'
    const made = await insertBooking(tx, {
      ...read.details,
      id,
      reference: newReference(studio.logo.join(''), (limit) => randomInt(limit)),
      resourceId,
      sessionTypeId: type.id,
      placeId: place.id,
      miniDayId: start.start.miniDay,
      state,
      sessionDate: start.start.startsAt,
      sessionEnd: start.start.endsAt,
      wallStart: wallTimeOf(start.start.startsAt, studio.timeZone),
      zone: studio.timeZone,
      termsVersion: null,
      priceCents: type.priceCents,
      priceUnit: type.priceUnit,
      travelFeeCents: place.travelFeeCents,
      depositCents: type.depositCents,
      policy,
      uid: `${id}@${new URL(config.siteUrl).hostname}`,
      sequence: 0,
      manageVersion: 1,
      submissionKey,
      privateNote: '',
      acceptAskedAt: null,
      createdAt: at,
    })
    if (!made) throw new RolledBack(undefined)
    const taken = { ...occupiedBy(start.start.startsAt, read.offer.rules), id: newId(), bookingId: id }
    if (!(await occupyForBooking(tx, read.offer, taken)))
      throw new RolledBack({ ok: false, reason: 'taken', free: start.free })
    await insertEvent(tx, id, {
      kind: state,
      at,
      by: { kind: 'client', name: read.details.name },
      detail: {},
    })
    const { name, email, phone } = read.details
    await noteContact({ db: tx, clock }, { name, email, phone })
    const booking = await selectBooking(tx, { id })
    if (!booking) throw new Error('A booking that was just written is not there.')
    await tellOfBooking(
      { ...deps, db: tx },
      booking,
      state === 'requested' ? { kind: 'requested' } : { kind: 'confirmed', words: '' },
    )
    return { ok: true, booking, repeated: false }
  })
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
      errors: { slot: 'That is not one of the times we offer. Choose one from the list.' },
    }
  if (start.state !== 'free') return { ok: false, reason: 'taken', free }
  if (hold) await release(tx, { id: hold.id })
  return { ok: true, start, free }
}

const occupyForBooking = (
  tx: Tx,
  { resourceId, resourceNumber }: Offer,
  { id, bookingId, startsAt, endsAt }: { id: string; bookingId: string; startsAt: number; endsAt: number },
): Promise<boolean> =>
  occupy(tx, {
    id,
    resource_id: resourceId,
    resource_number: resourceNumber,
    kind: 'booking',
    starts_at: startsAt,
    ends_at: endsAt,
    booking_id: bookingId,
    expires_at: null,
    title: '',
    version: 1,
  })

/** The same start, asked for by the same person with the same words, is the same form sent twice. */
function submissionKeyOf({ offer, startsAt, details }: ReadRequest): string {
  const said = [offer.type.id, offer.place.id, startsAt, details]
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url')
}

/** An outcome for which nothing of the transaction may stay. */
class RolledBack extends Error {
  readonly outcome: BookingRequested | undefined

  constructor(outcome: BookingRequested | undefined) {
    super('rolled back')
    this.outcome = outcome
  }
}

async function rollingBack(
  db: Db,
  work: (tx: Tx) => Promise<BookingRequested | undefined>,
): Promise<BookingRequested | undefined> {
  try {
    return await transact(db, work)
  } catch (error) {
    if (error instanceof RolledBack) return error.outcome
    throw error
  }
}
