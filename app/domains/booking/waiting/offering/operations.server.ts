import { readSettings } from '~/domains/content/operations.server'
import { queueMail } from '~/domains/outbox/operations.server'
import { type Tx, transact } from '~/platform/db/database.server'
import { newId, newToken, sha256 } from '~/platform/ids.server'
import { letterheadOf } from '~/platform/mail/letterhead'
import { dateOf, endOfDate, fullDate, startOfDate, zoneName } from '~/platform/time'
import type { Offer, Start } from '../../availability/model'
import { findOffer, findOfferOf, listStarts } from '../../availability/operations.server'
import { occupiedBy } from '../../availability/starts'
import { insertHold } from '../../holds/store.server'
import { momentWords } from '../../letters/session-time'
import { dropExpiredHolds, lockCalendar, occupy } from '../../occupancies/store.server'
import { offerMail } from '../emails.server'
import { OFFER_MS, SHORTEST_OFFER_MS, type Waiting } from '../model'
import { leaveLinkOf, setNextLook, type WaitingDeps } from '../operations.server'
import { hasBooked, isStillHeld, selectLine, updateWaiting } from '../store.server'

/** As many are looked at in one go; the others come when these are served or past. */
const MOST = 500

/**
 * Looks once whether something became free on the days that people wait for, and holds it for the first in line. Who
 * does not take it in time makes way for the next. Looks again in a minute as long as anybody waits.
 */
export async function offerFreedStarts(deps: WaitingDeps): Promise<void> {
  const { db, clock } = deps
  const { timeZone } = (await readSettings({ db })).studio
  const from = dateOf(clock.now(), timeZone)
  const offered = await selectLine(db, { state: 'offered', from, limit: MOST })
  const waiting = await selectLine(db, { state: 'waiting', from, limit: MOST })
  if (offered.length + waiting.length > 0) await setNextLook(deps)
  for (const entry of offered) await settle(deps, entry, timeZone)
  const full = new Set<string>()
  for (const entry of waiting) {
    const line = [entry.sessionType.id, entry.place.id, entry.date].join(' ')
    // Where the first got nothing, nothing is left for the others.
    if (full.has(line)) continue
    if ((await offerTo(deps, entry, timeZone)) === 'nothing-free') full.add(line)
  }
}

const spanOf = ({ date }: Waiting, zone: string) => ({
  from: startOfDate(date, zone),
  until: endOfDate(date, zone),
})

/** An offer is over when its start is held no more: taken, given back, or its time has run out. */
async function settle({ db, clock }: WaitingDeps, entry: Waiting, zone: string): Promise<void> {
  if (await isStillHeld(db, entry, clock.now())) return
  const state = (await hasBooked(db, entry, spanOf(entry, zone))) ? 'taken' : 'lapsed'
  await updateWaiting(db, entry.id, ['offered'], { state })
}

async function offerTo(
  deps: WaitingDeps,
  entry: Waiting,
  zone: string,
): Promise<'offered' | 'nothing-free' | 'not-waiting'> {
  return await transact(deps.db, async (tx) => {
    const offer = await findOfferOf({ db: tx }, entry)
    await lockCalendar(tx, offer.resourceId)
    const now = deps.clock.now()
    await dropExpiredHolds(tx, offer.resourceNumber, now)
    if (await hasBooked(tx, entry, spanOf(entry, zone))) {
      await updateWaiting(tx, entry.id, ['waiting'], { state: 'taken' })
      return 'not-waiting'
    }
    const found = await firstFree({ ...deps, db: tx }, offer, entry)
    if (!found) return 'nothing-free'
    const change = {
      state: 'offered',
      offered_start: found.start.startsAt,
      offered_until: found.until,
    } as const
    if (!(await updateWaiting(tx, entry.id, ['waiting'], change))) return 'not-waiting'
    const token = await hold(tx, offer, found)
    const { studio } = await readSettings({ db: tx })
    await queueMail(
      { ...deps, db: tx },
      await offerMail({
        letterhead: letterheadOf(studio, deps.config.siteUrl),
        email: entry.email,
        session: offer.type.title,
        place: offer.place.title,
        day: fullDate(entry.date),
        start: momentWords(found.start.startsAt, zone),
        until: momentWords(found.until, zone),
        zone: zoneName(zone, found.start.startsAt),
        offerLink: `${deps.config.siteUrl}/book-session/offer/${token}`,
        leaveLink: leaveLinkOf(deps, entry.id),
      }),
    )
    return 'offered'
  })
}

interface Found {
  start: Start
  until: number
}

/** The first free start that there is time enough to take: until the notice that the session needs. */
async function firstFree(
  { db, clock }: Pick<WaitingDeps, 'db' | 'clock'>,
  offer: Offer,
  { date }: Waiting,
): Promise<Found | undefined> {
  const { type, place } = offer
  if (!(await findOffer({ db }, { service: type.slug, location: place.slug }))) return undefined
  const now = clock.now()
  const starts = await listStarts({ db, clock }, { offer, date })
  return starts
    .filter(({ state }) => state === 'free')
    .map((start) => ({
      start,
      until: Math.min(now + OFFER_MS, start.startsAt - offer.rules.noticeHours * 3_600_000),
    }))
    .find(({ until }) => until - now >= SHORTEST_OFFER_MS)
}

/** @returns whose hold it is: the token that a visitor's cookie carries */
async function hold(tx: Tx, offer: Offer, { start, until }: Found): Promise<string> {
  const id = newId()
  const token = newToken()
  const span = occupiedBy(start.startsAt, offer.rules)
  const isFree = await occupy(tx, {
    id,
    resource_id: offer.resourceId,
    resource_number: offer.resourceNumber,
    kind: 'hold',
    starts_at: span.startsAt,
    ends_at: span.endsAt,
    booking_id: null,
    expires_at: until,
    title: '',
    version: 1,
  })
  if (!isFree) throw new Error('A start that is free in a locked calendar is taken.')
  await insertHold(tx, {
    id,
    visitor_hash: sha256(token),
    // Of no network: nobody's other holds are counted with it.
    network_hash: '',
    session_type_id: offer.type.id,
    place_id: offer.place.id,
    session_date: start.startsAt,
    session_end: start.endsAt,
    extended: 1,
  })
  return token
}
