import type { Settings } from '~/domains/content/model'
import { readSettings, readZone } from '~/domains/content/operations.server'
import type { WishRefusal } from '~/domains/newsletter/email-rule'
import { proveAddress } from '~/domains/people/operations.server'
import { type Tx, transact } from '~/platform/db/database.server'
import { openToken } from '~/platform/sealed-token.server'
import { dateOf } from '~/platform/time'
import type { Offer, Start } from '../availability/model'
import { findOfferOf, listStarts } from '../availability/operations.server'
import { browserTokenOf } from '../client/manage-link.server'
import { startLabels } from '../start-labels'
import type { Booking } from './model'
import { dropExpiredHolds, lockCalendar, release } from './occupancies-store.server'
import { type BookingDeps, subscribeBeside, writeBooking } from './operations.server'
import { selectBooking } from './store.server'
import { type Deps, MAILED, mustFind, untilLabel } from './unverified.server'
import type { UnverifiedBooking } from './unverified-model'
import { selectUnverified, settleUnverified } from './unverified-store.server'

/**
 * Confirms a booking by the button in the email, gives the browser access to it, and subscribes to the
 * newsletter if requested.
 */
export async function confirmSession(
  deps: BookingDeps,
  { token, network }: { token: string; network: string },
): Promise<{ ok: true; token: string; newsletter: WishRefusal | null } | Extract<Confirmed, { ok: false }>> {
  const confirmed = await confirmByEmail(deps, token)
  if (!confirmed.ok) return confirmed
  const { booking, wantsNewsletter, isNew } = confirmed
  const newsletter = isNew && wantsNewsletter ? await subscribeBeside(deps, booking, network) : null
  return { ok: true, token: browserTokenOf(deps, booking), newsletter }
}

/** What the page of the emailed link shows; undefined: the link is invalid or too old. */
export async function readToConfirm({ db, clock, config }: Deps, token: string) {
  const opened = openToken(config.secret, MAILED, token)
  const unverified = opened && (await selectUnverified(db, { id: opened.id }))
  if (!unverified) return undefined
  const { sessionType, place, sessionDate, sessionEnd, state, expiresAt } = unverified
  const zone = await readZone({ db })
  const isOpen = state === 'waiting' && expiresAt > clock.now()
  return {
    state: isOpen ? ('open' as const) : state === 'confirmed' ? ('confirmed' as const) : ('over' as const),
    session: sessionType.title,
    place: place.title,
    when: startLabels({ startsAt: sessionDate, endsAt: sessionEnd }, zone),
    until: untilLabel(unverified, zone),
    isHeld: unverified.holdId !== null,
    /** The chosen values, for choosing another time of that day. */
    chosen: { service: sessionType.slug, location: place.slug, date: dateOf(sessionDate, zone) },
  }
}

export type Confirmed =
  /** `isNew`: confirmed by this request, not an earlier one. */
  | { ok: true; booking: Booking; wantsNewsletter: boolean; isNew: boolean }
  | { ok: false; reason: 'missing' | 'lapsed' }
  /** The time wasn't held and is taken, or the studio no longer offers it. */
  | { ok: false; reason: 'taken' }

/**
 * Confirms a booking by the button in the email: the address is proven, and the booking becomes a normal one.
 */
export async function confirmByEmail(deps: Deps, token: string): Promise<Confirmed> {
  const opened = openToken(deps.config.secret, MAILED, token)
  if (!opened) return { ok: false, reason: 'missing' }
  const settings = await readSettings(deps)
  for (let isOtherReference = false; ; isOtherReference = true) {
    const done = await transact<Confirmed | undefined>(deps.db, (tx, rollback) =>
      confirmWithin({ ...deps, db: tx }, { id: opened.id, settings, isOtherReference }, rollback),
    )
    if (done) return done
  }
}

async function confirmWithin(
  deps: Deps & { db: Tx },
  { id, settings, isOtherReference }: { id: string; settings: Settings; isOtherReference: boolean },
  rollback: (outcome: Confirmed | undefined) => never,
): Promise<Confirmed | undefined> {
  const { db: tx, clock } = deps
  const known = await selectUnverified(tx, { id })
  if (!known) return { ok: false, reason: 'missing' }
  await lockCalendar(tx, known.resourceId)
  const unverified = await mustFind(tx, id)
  const { details, wantsNewsletter } = unverified
  if (unverified.state === 'confirmed') {
    const booking = await selectBooking(tx, { id: unverified.bookingId ?? '' })
    return booking ? { ok: true, booking, wantsNewsletter, isNew: false } : { ok: false, reason: 'lapsed' }
  }
  if (unverified.state !== 'waiting' || !details || unverified.expiresAt <= clock.now())
    return { ok: false, reason: 'lapsed' }
  const offer = await findOfferOf({ db: tx }, unverified)
  await dropExpiredHolds(tx, offer.resourceNumber, clock.now())
  const start = await findStart(tx, { offer, unverified, zone: settings.studio.timeZone })
  if (start?.state !== 'free') return { ok: false, reason: 'taken' }
  if (unverified.holdId !== null) await release(tx, { id: unverified.holdId })
  await proveAddress({ db: tx, clock }, details.email)
  const written = await writeBooking(deps, {
    settings,
    offer,
    startsAt: start.startsAt,
    miniDayId: start.miniDay,
    details,
    wanted: offer.type.needsApproval ? 'requested' : 'held',
    termsVersion: unverified.termsVersion,
    priceCents: unverified.priceCents,
    submissionKey: unverified.submissionKey,
    reference: isOtherReference ? undefined : unverified.reference,
    by: { kind: 'client', name: details.name },
    notifies: true,
  })
  if (!written.ok) return rollback(written.reason === 'taken' ? { ok: false, reason: 'taken' } : undefined)
  await settleUnverified(tx, id, 'confirmed', written.booking.id)
  return { ok: true, booking: written.booking, wantsNewsletter, isNew: true }
}

/** The start under current rules, with notice counted from the time of the request. */
async function findStart(
  tx: Tx,
  { offer, unverified, zone }: { offer: Offer; unverified: UnverifiedBooking; zone: string },
): Promise<Start | undefined> {
  const { sessionDate, holdId, createdAt } = unverified
  const starts = await listStarts(
    { db: tx, clock: { now: () => createdAt } },
    {
      offer,
      date: dateOf(sessionDate, zone),
      zone,
      ...(holdId === null ? {} : { except: { occupancyId: holdId } }),
    },
  )
  return starts.find(({ startsAt }) => startsAt === sessionDate)
}
