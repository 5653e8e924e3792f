import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { readSettings, readZone } from '~/domains/content/operations.server'
import { queueMail, queueMails } from '~/domains/outbox/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Tx, transact } from '~/platform/db/database.server'
import { newId, newToken, sha256 } from '~/platform/ids.server'
import { emailBrandingOf } from '~/platform/mail/email-branding'
import { dateOf, endOfDate, fullDate, startOfDate } from '~/platform/time'
import type { Offer, Start } from '../availability/model'
import { findOffer, findOfferOf, listStarts } from '../availability/operations.server'
import { momentText } from '../emails/session-details'
import {
  dropExpiredHolds,
  insertHold,
  lockCalendar,
  occupyForHold,
} from '../reservations/occupancies-store.server'
import { dayRescheduledEmail, offerMail } from './emails.server'
import { nextOfferHour, OFFER_MS, SHORTEST_OFFER_MS, type WaitlistEntry, waitsForMorning } from './model'
import { leaveLinkOf, scheduleOffers, type WaitlistDeps } from './operations.server'
import {
  hasBooked,
  isStillHeld,
  moveWaitlistTo,
  releaseOffered,
  selectDayLine,
  selectLine,
  selectWaitlistEntry,
  updateWaitlistEntry,
} from './store.server'

/**
 * Checks the days with a waitlist for free starts, and holds them for the first in line: with an email by
 * day, or at night until an email in the morning. An offer that isn't taken in time goes to the next. Repeats
 * every minute while there are entries.
 */
export async function offerFreedTimes(deps: WaitlistDeps): Promise<void> {
  const { db, clock } = deps
  const timeZone = await readZone({ db })
  const from = dateOf(clock.now(), timeZone)
  let isLooked = false
  const lookAgain = async () => {
    if (!isLooked) await scheduleOffers(deps)
    isLooked = true
  }
  for await (const entry of selectLine(db, { state: 'offered', from })) {
    await lookAgain()
    await settle(deps, entry, timeZone)
  }
  const full = new Set<string>()
  const isNight = nextOfferHour(clock.now(), timeZone) > clock.now()
  for (const state of ['kept', 'waiting'] as const)
    for await (const entry of selectLine(db, { state, from })) {
      await lookAgain()
      if (isNight && state === 'kept' && (await isStillHeld(db, entry, clock.now()))) continue
      const line = [entry.sessionType.id, entry.place.id, entry.date].join(' ')
      // Without a free start for the first in line, there is none for the others.
      if (full.has(line)) continue
      const outcome = await transact(db, (tx) => offerWithin({ ...deps, db: tx }, entry, timeZone))
      if (outcome === 'nothing-free') full.add(line)
    }
}

/** Offers an entry the first free start of its day now, regardless of order and time of day. */
export async function offerNow(
  deps: WaitlistDeps & { author: Author },
  seen: { id: string; state: string },
): Promise<OfferedNow> {
  const timeZone = await readZone(deps)
  return await transact<OfferedNow>(deps.db, async (tx, rollback) => {
    const entry = await selectWaitlistEntry(tx, seen.id)
    if (!entry) return { ok: false, reason: 'missing' }
    if (entry.state !== seen.state) return { ok: false, reason: 'changed-since' }
    const outcome = await offerWithin({ ...deps, db: tx }, entry, timeZone, { isUrgent: true })
    switch (outcome) {
      case 'nothing-free':
        return rollback({ ok: false, reason: 'nothing-free' })
      case 'not-waiting':
      case 'kept':
        // Commits the changes found on the way, such as that they have booked themselves.
        return { ok: false, reason: 'changed-since' }
      case 'offered':
        await recordAction(
          { ...deps, db: tx },
          { action: 'start-offered', subject: `Waitlist for ${fullDate(entry.date)}: ${entry.name}` },
        )
        return { ok: true }
    }
  })
}

export type OfferedNow =
  | { ok: true }
  | { ok: false; reason: 'missing' | 'changed-since' }
  /** No start is free long enough to be booked. */
  | { ok: false; reason: 'nothing-free' }

const spanOf = ({ date }: WaitlistEntry, zone: string) => ({
  from: startOfDate(date, zone),
  until: endOfDate(date, zone),
})

/** Ends an offer whose start is no longer held: booked, released, or expired. */
async function settle({ db, clock }: WaitlistDeps, entry: WaitlistEntry, zone: string): Promise<void> {
  if (await isStillHeld(db, entry, clock.now())) return
  const state = (await hasBooked(db, entry, spanOf(entry, zone))) ? 'taken' : 'lapsed'
  await updateWaitlistEntry(db, entry.id, ['offered'], { state })
}

type Outcome = 'offered' | 'kept' | 'nothing-free' | 'not-waiting'

async function offerWithin(
  deps: WaitlistDeps & { db: Tx },
  entry: WaitlistEntry,
  zone: string,
  { isUrgent = false }: { isUrgent?: boolean } = {},
): Promise<Outcome> {
  const tx = deps.db
  const offer = await findOfferOf({ db: tx }, entry)
  await lockCalendar(tx, offer.resourceId)
  const now = deps.clock.now()
  await dropExpiredHolds(tx, offer.resourceNumber, now)
  if (await hasBooked(tx, entry, spanOf(entry, zone))) {
    const isSettled = await updateWaitlistEntry(tx, entry.id, ['waiting', 'kept'], { state: 'taken' })
    if (isSettled && entry.state === 'kept') await releaseOffered(tx, entry)
    return 'not-waiting'
  }
  // A hold from the night is renewed for its full time when the email is sent.
  if (entry.state === 'kept') await releaseOffered(tx, entry)
  const found = await firstFree(deps, offer, entry)
  if (!found) {
    await updateWaitlistEntry(tx, entry.id, ['kept'], NOTHING_OFFERED)
    return 'nothing-free'
  }
  const isKept = !isUrgent && waitsForMorning(now, found.latest, zone)
  const until = Math.min((isKept ? nextOfferHour(now, zone) : now) + OFFER_MS, found.latest)
  const state = isKept ? 'kept' : 'offered'
  const holdId = newId()
  const change = {
    state,
    offered_start: found.start.startsAt,
    offered_until: until,
    hold_id: holdId,
  } as const
  // The person may have left the waitlist at this moment.
  if (!(await updateWaitlistEntry(tx, entry.id, ['waiting', 'kept'], change))) return 'not-waiting'
  const token = await hold(tx, offer, { id: holdId, start: found.start, until })
  if (!isKept) await sendOffer(deps, { entry, offer, start: found.start, until, token, zone })
  return state
}

const NOTHING_OFFERED = { state: 'waiting', offered_start: null, offered_until: null, hold_id: null } as const

interface Offering {
  entry: WaitlistEntry
  offer: Offer
  start: Start
  until: number
  token: string
  zone: string
}

async function sendOffer(
  deps: WaitlistDeps & { db: Tx },
  { entry, offer, start, until, token, zone }: Offering,
): Promise<void> {
  const { studio } = await readSettings(deps)
  await queueMail(
    deps,
    offerMail({
      branding: emailBrandingOf(studio, deps.config.siteUrl),
      email: entry.email,
      session: offer.type.title,
      place: offer.place.title,
      day: fullDate(entry.date),
      start: momentText(start.startsAt, zone),
      until: momentText(until, zone),
      expiresAt: until,
      offerLink: `${deps.config.siteUrl}/book-session/offer/${token}`,
      leaveLink: leaveLinkOf(deps, entry.id),
    }),
  )
}

interface Found {
  start: Start
  /** Until when it can be booked, by the session type's minimum notice. Milliseconds since 1970. */
  latest: number
}

/** The first free start with enough time left to book it. */
async function firstFree(
  { db, clock }: Pick<WaitlistDeps, 'db' | 'clock'>,
  offer: Offer,
  { date }: WaitlistEntry,
): Promise<Found | undefined> {
  const { type, place } = offer
  if (!(await findOffer({ db }, { service: type.slug, location: place.slug }))) return undefined
  const now = clock.now()
  const starts = await listStarts({ db, clock }, { offer, date })
  return starts
    .filter(({ state }) => state === 'free')
    .map((start) => ({
      start,
      latest: start.startsAt - offer.rules.minimumNoticeHours * 3_600_000,
    }))
    .find(({ latest }) => latest - now >= SHORTEST_OFFER_MS)
}

/** @returns the visitor token of the hold, as a cookie contains it */
async function hold(
  tx: Tx,
  offer: Offer,
  { id, start, until }: { id: string; start: Start; until: number },
): Promise<string> {
  const token = newToken()
  const isFree = await occupyForHold(tx, offer, { id, startsAt: start.startsAt, expiresAt: until })
  if (!isFree) throw new Error('An open time in a locked calendar is taken.')
  await insertHold(tx, {
    id,
    visitor_hash: sha256(token),
    // No network, so the hold doesn't count toward a network's limit.
    network_hash: '',
    session_type_id: offer.type.id,
    place_id: offer.place.id,
    session_date: start.startsAt,
    session_end: start.endsAt,
    extended: 1,
  })
  return token
}

interface Deps {
  /** The transaction in which the day is rescheduled. The calendar is locked. */
  db: Tx
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret'>
}

/**
 * Moves the waitlist of a mini-session day to its new date, keeping its order. Offers of the old day end, and
 * free starts of the new one are offered as usual. Each person is notified once.
 * @returns how many entries
 */
export async function moveWaitlist(
  deps: Deps,
  { offer, from, to }: { offer: Offer; from: string; to: string },
): Promise<number> {
  const { db: tx, clock, config } = deps
  const { type, place } = offer
  const line = await selectDayLine(tx, { sessionType: type.id, place: place.id, date: from })
  if (line.length === 0) return 0
  for (const entry of line) {
    await releaseOffered(tx, entry)
    await moveWaitlistTo(tx, entry, to)
  }
  const branding = emailBrandingOf((await readSettings({ db: tx })).studio, config.siteUrl)
  await queueMails(
    deps,
    line.map((entry) =>
      dayRescheduledEmail({
        branding,
        email: entry.email,
        session: type.title,
        place: place.title,
        day: fullDate(to),
        before: fullDate(from),
        hadOffer: entry.state === 'offered',
        leaveLink: leaveLinkOf({ config }, entry.id),
      }),
    ),
  )
  await scheduleOffers({ db: tx, clock })
  return line.length
}
