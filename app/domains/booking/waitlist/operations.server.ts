import { z } from 'zod'
import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { readSettings, readZone } from '~/domains/content/operations.server'
import { queueMail } from '~/domains/outbox/operations.server'
import { proveAddress } from '~/domains/people/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { unlessDiskFull } from '~/platform/disk-full'
import { emailAddress, personName } from '~/platform/fields'
import { parseForm } from '~/platform/forms'
import { newId } from '~/platform/ids.server'
import { enqueueNext } from '~/platform/jobs/recurring.server'
import { emailBrandingOf } from '~/platform/mail/email-branding'
import { limitReached, takeHit, tooManySentence } from '~/platform/rate-limit.server'
import { openToken, sealToken } from '~/platform/sealed-token.server'
import { isCalendarDate } from '~/platform/text'
import { dateOf, fullDate, momentLabel, zoneName } from '~/platform/time'
import type { Offer } from '../availability/model'
import { findOffer, findOfferOf, listDays, readBookableDates } from '../availability/operations.server'
import { findHold } from '../reservations/holds.server'
import { lockCalendar } from '../reservations/occupancies-store.server'
import { slotOf } from '../slots/model'
import { clockTime, dayAndTime } from '../start-labels'
import { joinedMail } from './emails.server'
import {
  IN_LINE,
  nextOfferHour,
  OFFER_EVERY_MS,
  OFFER_FREED,
  readWaitlistCursor,
  type WaitlistDays,
  type WaitlistField,
  type WaitlistLine,
  type WaitlistState,
  writeWaitlistCursor,
} from './model'
import {
  countInLine,
  insertWaitlistEntry,
  releaseOffered,
  selectWaitlist,
  selectWaitlistEntry,
  selectWaitlistEntryOfHold,
  updateWaitlistEntry,
} from './store.server'

const LEAVE = 'leave the waiting list'
const LIMIT = { name: 'waiting list', limit: 20, windowMs: 3_600_000 }

export interface WaitlistDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret' | 'rateLimitScale'>
}

interface Day {
  offer: Offer
  date: string
  /** "Saturday, December 5, 2026" */
  label: string
  state: 'open' | 'full'
}

/** The day as shown on the waitlist form; undefined: not available. */
export async function findWaitlistDay(
  { db, clock }: Pick<WaitlistDeps, 'db' | 'clock'>,
  { service, location, date }: { service: string; location: string; date: string },
): Promise<Day | undefined> {
  const offer = await findOffer({ db }, { service, location })
  if (!offer || !isCalendarDate(date)) return undefined
  const { firstDate, lastDate } = await readBookableDates({ db, clock }, offer)
  if (date < firstDate || date > lastDate) return undefined
  const [day] = await listDays({ db, clock }, { offer, firstDate: date, lastDate: date })
  if (!day || day.state === 'closed') return undefined
  return { offer, date, label: fullDate(date), state: day.state }
}

export type Joined =
  /** Also for people already on the list, so that the response doesn't reveal who is. */
  | { ok: true }
  | { ok: false; reason: 'not-offered' }
  /** A time is free that day, so there's no waitlist. */
  | { ok: false; reason: 'open' }
  | { ok: false; reason: 'refused'; errors: Partial<Record<WaitlistField, string>> }
  | { ok: false; reason: 'too-many'; retryAt: number; sentence: string }

const waitlistSchema = () => z.object({ name: personName(), email: emailAddress() })

export async function joinWaitlist(
  deps: WaitlistDeps,
  asked: { service: string; location: string; date: string; name: string; email: string; network: string },
): Promise<Joined> {
  const { db, clock, config } = deps
  const day = await findWaitlistDay(deps, asked)
  if (!day) return { ok: false, reason: 'not-offered' }
  if (day.state === 'open') return { ok: false, reason: 'open' }
  const read = parseForm(waitlistSchema(), { name: asked.name, email: asked.email })
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const { name, email } = read.value
  const { studio } = await readSettings({ db })
  const reached = await limitReached({ db, clock, config }, { ...LIMIT, network: asked.network })
  if (reached) return { ...reached, sentence: tooManySentence(reached.retryAt, studio.timeZone) }
  return await transact(db, async (tx): Promise<Joined> => {
    const hit = await takeHit({ db: tx, clock, config }, { ...LIMIT, network: asked.network })
    if (!hit.ok) return { ...hit, sentence: tooManySentence(hit.retryAt, studio.timeZone) }
    const id = newId()
    const { type, place } = day.offer
    const isNew = await insertWaitlistEntry(tx, {
      id,
      session_type_id: type.id,
      place_id: place.id,
      date: day.date,
      name,
      email,
      email_key: email.toLowerCase(),
      state: 'waiting',
      offered_start: null,
      offered_until: null,
      hold_id: null,
      created_at: clock.now(),
    })
    if (!isNew) return { ok: true }
    await queueMail(
      { ...deps, db: tx },
      joinedMail({
        branding: emailBrandingOf(studio, config.siteUrl),
        email,
        session: type.title,
        place: place.title,
        day: day.label,
        zoneName: zoneName(studio.timeZone, clock.now()),
        leaveLink: leaveLinkOf({ config }, id),
      }),
    )
    await scheduleOffers({ db: tx, clock })
    return { ok: true }
  })
}

export const leaveLinkOf = ({ config }: { config: Pick<Config, 'siteUrl' | 'secret'> }, id: string): string =>
  `${config.siteUrl}/book-session/waitlist/leave/${sealToken(config.secret, LEAVE, { id, version: 1 })}`

/** The entry of an emailed link to leave; undefined: invalid link. */
export async function findEntryToLeave({ db, config }: Pick<WaitlistDeps, 'db' | 'config'>, token: string) {
  const opened = openToken(config.secret, LEAVE, token)
  const found = opened && (await selectWaitlistEntry(db, opened.id))
  if (!found) return undefined
  const offer = await findOfferOf({ db }, found)
  return {
    session: offer.type.title,
    day: fullDate(found.date),
    isWaiting: IN_LINE.includes(found.state),
  }
}

/** @returns whether the link is valid. Leaving twice is not an error. */
export async function leaveWaitlist({ db, clock, config }: WaitlistDeps, token: string): Promise<boolean> {
  const opened = openToken(config.secret, LEAVE, token)
  if (!opened) return false
  return await transact(db, async (tx) => {
    const found = await selectWaitlistEntry(tx, opened.id)
    if (!found) return false
    const left = await updateWaitlistEntry(tx, found.id, IN_LINE, { state: 'left' })
    if (left) await releaseOffered(tx, found)
    await proveAddress({ db: tx, clock }, found.email)
    return true
  })
}

/** Queues one job per minute, however often it's called. */
export const scheduleOffers = (deps: Pick<WaitlistDeps, 'db' | 'clock'>): Promise<void> =>
  enqueueNext(deps, { kind: OFFER_FREED }, { everyMs: OFFER_EVERY_MS })

const PAGE_SIZE = 50

interface Deps {
  db: Db
  clock: Clock
}

/** A page of the waitlist by day. `next`: cursor of the next page. */
export async function listWaitlist(
  { db, clock }: Deps,
  { days, after }: { days: WaitlistDays; after: string | null },
): Promise<{ lines: WaitlistLine[]; next: string | null }> {
  const zone = await readZone({ db })
  const now = clock.now()
  const query = { days, today: dateOf(now, zone), after: readWaitlistCursor(after), limit: PAGE_SIZE + 1 }
  const found = await selectWaitlist(db, query)
  const shown = found.slice(0, PAGE_SIZE)
  const last = shown.at(-1)
  return {
    lines: shown.map((row) => ({
      id: row.id,
      state: row.state,
      name: row.name,
      email: row.email,
      session: row.session,
      place: row.place,
      date: row.date,
      day: fullDate(row.date),
      joined: momentLabel(row.created_at, zone),
      offer: offerWords(row, now, zone),
      can: {
        offer: days === 'coming' && (row.state === 'waiting' || row.state === 'kept'),
        takeOff: days === 'coming' && IN_LINE.includes(row.state),
      },
    })),
    next: found.length > PAGE_SIZE && last ? writeWaitlistCursor(last) : null,
  }
}

function offerWords(
  row: { state: WaitlistState; offered_start: number | null; offered_until: number | null },
  now: number,
  zone: string,
): string {
  if (row.offered_start === null || row.offered_until === null) return ''
  const start = clockTime(row.offered_start, zone)
  if (row.state === 'kept') {
    const hour = nextOfferHour(now, zone)
    const when = hour > now ? dayAndTime(hour, zone) : 'within a minute'
    return `${start} is on hold for them. We’ll email them ${when}.`
  }
  const until = dayAndTime(row.offered_until, zone)
  return row.state === 'offered' ? `${start}, until ${until}` : `${start} was offered until ${until}`
}

/** Number of waitlist entries for days in a range, inclusive, YYYY-MM-DD. */
export const countWaitlistBetween = (
  { db }: Pick<Deps, 'db'>,
  between: { from: string; until: string },
): Promise<number> => countInLine(db, between)

export type RemovedFromWaitlist = { ok: true } | { ok: false; reason: 'missing' | 'changed-since' }

/** Removes an entry without an email. Its offer goes to the next in line. */
export async function removeFromWaitlist(
  { db, clock, author }: Deps & { author: Author },
  seen: { id: string; state: string },
): Promise<RemovedFromWaitlist> {
  return await transact(db, async (tx): Promise<RemovedFromWaitlist> => {
    await lockCalendar(tx, 'default')
    const entry = await selectWaitlistEntry(tx, seen.id)
    if (!entry) return { ok: false, reason: 'missing' }
    if (entry.state !== seen.state || !IN_LINE.includes(entry.state))
      return { ok: false, reason: 'changed-since' }
    if (!(await updateWaitlistEntry(tx, entry.id, [entry.state], { state: 'left' })))
      return { ok: false, reason: 'changed-since' }
    if (entry.state !== 'waiting') {
      await releaseOffered(tx, entry)
      await scheduleOffers({ db: tx, clock })
    }
    await recordAction(
      { db: tx, clock, author },
      { action: 'waitlist-entry-removed', subject: `Waitlist for ${fullDate(entry.date)}: ${entry.name}` },
    )
    return { ok: true }
  })
}

/**
 * The start that an email offered, as in forms; undefined: it's no longer held. Opening the link proves the
 * address, since it's only in that email.
 */
export async function findOfferedStart(
  { db, clock }: { db: Db; clock: Clock },
  token: string,
): Promise<{ service: string; location: string; date: string; slot: string } | undefined> {
  const hold = await findHold({ db, clock }, token)
  if (!hold) return undefined
  const entry = await selectWaitlistEntryOfHold(db, hold.id)
  if (entry) await unlessDiskFull(proveAddress({ db, clock }, entry.email))
  const timeZone = await readZone({ db })
  const offer = await findOfferOf(
    { db },
    { sessionType: { id: hold.sessionType }, place: { id: hold.place } },
  )
  return {
    service: offer.type.slug,
    location: offer.place.slug,
    date: dateOf(hold.startsAt, timeZone),
    slot: slotOf(hold.startsAt),
  }
}
