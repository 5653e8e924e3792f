import { readSettings } from '~/domains/content/operations.server'
import { recordTermsAgreement } from '~/domains/content/terms.server'
import { queueMail } from '~/domains/outbox/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { newId, newToken, sha256 } from '~/platform/ids.server'
import { enqueueAt } from '~/platform/jobs/recurring.server'
import { emailBrandingOf } from '~/platform/mail/email-branding'
import { openToken, sealToken } from '~/platform/sealed-token.server'
import { timeInWords } from '~/platform/time'
import type { Offer, Start } from '../availability/model'
import type { ClientDetails } from '../booking-form'
import { confirmMail, expiredMail } from './emails.server'
import { noteFlood } from './floods.server'
import { countedNetworks, holdsTooMuch } from './holds.server'
import type { Booking } from './model'
import { insertHold, lockCalendar, occupyForHold, release } from './occupancies-store.server'
import { selectBooking } from './store.server'
import {
  CONFIRM_MS,
  EXPIRE_UNVERIFIED,
  HELD_OF_A_NETWORK,
  heldLimitFor,
  type UnverifiedBooking,
} from './unverified-model'
import {
  countHeld,
  deleteSettled,
  insertUnverified,
  selectExpiredUnverified,
  selectUnverified,
  settleUnverified,
} from './unverified-store.server'

/** Purpose of the token in the emailed link. */
export const MAILED = 'confirm a booking'

/** Purpose of the token for the requesting browser. It shows the booking, but can't confirm it. */
const IN_BROWSER = 'see a booking that waits for its confirmation'

export interface Deps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret' | 'rateLimitScale'>
}

export interface NewUnverifiedBooking {
  reference: string
  offer: Offer
  start: Start
  details: ClientDetails
  submissionKey: string
  termsVersion: number
  wantsNewsletter: boolean
  network: string
  /** Above this many open bookings of unproven addresses, new ones need confirmation by email. */
  limit: number
}

/**
 * Saves a booking that needs confirmation by email. Its time is held for two hours, unless its network or all
 * unverified bookings together hold the maximum.
 * @returns undefined if the terms have just changed; the transaction must be rolled back then
 */
export async function addUnverified(
  deps: Deps & { db: Tx },
  { offer, start, details, network, limit, ...given }: NewUnverifiedBooking,
): Promise<UnverifiedBooking | undefined> {
  const { db: tx, clock, config } = deps
  const id = newId()
  const now = clock.now()
  const expiresAt = Math.min(now + CONFIRM_MS, start.startsAt)
  const { reference } = given
  const occasion = `Booking ${reference}`
  if (!(await recordTermsAgreement({ db: tx, clock }, { version: given.termsVersion, occasion })).ok)
    return undefined
  const networks = countedNetworks({ config }, { what: 'unverified booking', network })
  const isHeld =
    (await countHeld(tx, now)) < heldLimitFor(limit) &&
    !(await holdsTooMuch(tx, networks, { limit: HELD_OF_A_NETWORK, now }))
  const holdId = isHeld
    ? await holdTime(
        tx,
        { offer, start, expiresAt },
        networks.map(({ hash }) => hash),
      )
    : null
  await insertUnverified(tx, {
    id,
    reference,
    resource_id: offer.resourceId,
    session_type_id: offer.type.id,
    place_id: offer.place.id,
    state: 'waiting',
    session_date: start.startsAt,
    session_end: start.endsAt,
    email: details.email,
    details: JSON.stringify(details),
    wants_newsletter: given.wantsNewsletter ? 1 : 0,
    terms_version: given.termsVersion,
    price_cents: offer.type.priceCents,
    submission_key: given.submissionKey,
    hold_id: holdId,
    booking_id: null,
    created_at: now,
    expires_at: expiresAt,
  })
  const unverified = await mustFind(tx, id)
  await tellClient(deps, unverified)
  await noteFlood(deps, limit)
  // One job per minute expires all bookings due in it.
  await enqueueAt({ db: tx, clock }, { kind: EXPIRE_UNVERIFIED }, Math.ceil(expiresAt / 60_000) * 60_000)
  return unverified
}

/** @returns the id of the hold; null: the time is occupied */
async function holdTime(
  tx: Tx,
  { offer, start, expiresAt }: { offer: Offer; start: Start; expiresAt: number },
  networks: string[],
): Promise<string | null> {
  const id = newId()
  const isFree = await occupyForHold(tx, offer, { id, startsAt: start.startsAt, expiresAt })
  if (!isFree) return null
  await insertHold(
    tx,
    {
      id,
      // A hash that matches no browser's token.
      visitor_hash: sha256(newToken()),
      network_hash: '',
      session_type_id: offer.type.id,
      place_id: offer.place.id,
      session_date: start.startsAt,
      session_end: start.endsAt,
      extended: 1,
    },
    networks,
  )
  return id
}

async function tellClient({ db, clock, config }: Deps, unverified: UnverifiedBooking): Promise<void> {
  const { studio } = await readSettings({ db })
  await queueMail(
    { db, clock, config },
    confirmMail({
      branding: emailBrandingOf(studio, config.siteUrl),
      unverified,
      zone: studio.timeZone,
      link: `${config.siteUrl}/book-session/confirm/${sealToken(config.secret, MAILED, { id: unverified.id, version: 1 })}`,
      until: untilLabel(unverified, studio.timeZone),
    }),
  )
}

/** "3:40 PM Eastern Time" */
export const untilLabel = ({ expiresAt }: Pick<UnverifiedBooking, 'expiresAt'>, zone: string): string =>
  timeInWords(expiresAt, zone)

/** Finds an unverified booking by the same form if it still waits. An expired one is settled first. */
export async function findRepeatedUnverified(
  deps: Deps & { db: Tx },
  submissionKey: string,
): Promise<UnverifiedBooking | undefined> {
  const found = await selectUnverified(deps.db, { submissionKey })
  if (!found || found.expiresAt > deps.clock.now()) return found
  await lapse(deps, found)
  return undefined
}

/** A token for the requesting browser, to show what happens next. */
export const watchTokenOf = (
  { config }: Pick<Deps, 'config'>,
  { id }: Pick<UnverifiedBooking, 'id'>,
): string => sealToken(config.secret, IN_BROWSER, { id, version: 1 })

/** What that browser sees: the unverified booking, or the resulting booking. */
export async function findWatched(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  token: string,
): Promise<{ unverified: UnverifiedBooking; booking: Booking | undefined } | undefined> {
  const opened = openToken(config.secret, IN_BROWSER, token)
  const unverified = opened && (await selectUnverified(db, { id: opened.id }))
  if (!unverified) return undefined
  const { bookingId } = unverified
  return { unverified, booking: bookingId === null ? undefined : await selectBooking(db, { id: bookingId }) }
}

const AT_ONCE = 100

/**
 * In milliseconds. Settled entries are deleted this long after they expired. Until then, their links show the
 * outcome.
 */
const KEPT_MS = 7 * 86_400_000

/** Expires unverified bookings past their time limit, frees their time, and notifies the clients. */
export async function expireUnverified(deps: Deps): Promise<void> {
  const { db, clock } = deps
  await deleteSettled(db, clock.now() - KEPT_MS)
  for (;;) {
    const lapsed = await selectExpiredUnverified(db, clock.now(), AT_ONCE)
    for (const unverified of lapsed) await lapse(deps, unverified)
    if (lapsed.length < AT_ONCE) return
  }
}

async function lapse({ db, clock, config }: Deps, unverified: UnverifiedBooking): Promise<void> {
  const { studio } = await readSettings({ db })
  await transact(db, async (tx) => {
    await lockCalendar(tx, unverified.resourceId)
    if (!(await settleUnverified(tx, unverified.id, 'lapsed'))) return
    if (unverified.holdId !== null) await release(tx, { id: unverified.holdId })
    const branding = emailBrandingOf(studio, config.siteUrl)
    await queueMail({ db: tx, clock, config }, expiredMail({ branding, unverified, zone: studio.timeZone }))
  })
}

export async function mustFind(db: Db, id: string): Promise<UnverifiedBooking> {
  const unverified = await selectUnverified(db, { id })
  if (!unverified) throw new Error(`The unverified booking ${id} is gone.`)
  return unverified
}
