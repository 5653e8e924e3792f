import { readSettings } from '~/domains/content/operations.server'
import { queueMail } from '~/domains/outbox/operations.server'
import { proveAddress } from '~/domains/people/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { enqueueNext } from '~/platform/jobs/recurring.server'
import { letterheadOf } from '~/platform/mail/letterhead'
import { emailError, nameError } from '~/platform/person-fields'
import { limitReached, takeHit, tooManySentence } from '~/platform/rate-limit.server'
import { openToken, sealToken } from '~/platform/sealed-token.server'
import { isCalendarDate, withoutOuterSpaces } from '~/platform/text'
import { fullDate, zoneName } from '~/platform/time'
import type { Offer } from '../availability/model'
import { findOffer, findOfferOf, listDays, readBookableDates } from '../availability/operations.server'
import { joinedMail } from './emails.server'
import { IN_LINE, LOOK_EVERY_MS, OFFER_FREED, type WaitingField } from './model'
import { insertWaiting, releaseOffered, selectWaiting, updateWaiting } from './store.server'

const LEAVE = 'leave the waiting list'
const LIMIT = { name: 'waiting list', limit: 20, windowMs: 3_600_000 }

export interface WaitingDeps {
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

/** The day that somebody would wait for; undefined: nothing is offered then. */
export async function findWaitingDay(
  { db, clock }: Pick<WaitingDeps, 'db' | 'clock'>,
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
  /** Also who was on the list already: nobody learns who is. */
  | { ok: true }
  | { ok: false; reason: 'not-offered' }
  /** Something is free that day. */
  | { ok: false; reason: 'open' }
  | { ok: false; reason: 'refused'; errors: Partial<Record<WaitingField, string>> }
  | { ok: false; reason: 'too-many'; retryAt: number; sentence: string }

export async function joinWaitingList(
  deps: WaitingDeps,
  asked: { service: string; location: string; date: string; name: string; email: string; network: string },
): Promise<Joined> {
  const { db, clock, config } = deps
  const day = await findWaitingDay(deps, asked)
  if (!day) return { ok: false, reason: 'not-offered' }
  if (day.state === 'open') return { ok: false, reason: 'open' }
  const name = withoutOuterSpaces(asked.name)
  const email = withoutOuterSpaces(asked.email)
  const wrong = { name: nameError(name), email: emailError(email) }
  if (wrong.name || wrong.email)
    return {
      ok: false,
      reason: 'refused',
      errors: { ...(wrong.name ? { name: wrong.name } : {}), ...(wrong.email ? { email: wrong.email } : {}) },
    }
  const { studio } = await readSettings({ db })
  const reached = await limitReached({ db, clock, config }, { ...LIMIT, network: asked.network })
  if (reached) return { ...reached, sentence: tooManySentence(reached.retryAt, studio.timeZone) }
  return await transact(db, async (tx): Promise<Joined> => {
    const hit = await takeHit({ db: tx, clock, config }, { ...LIMIT, network: asked.network })
    if (!hit.ok) return { ...hit, sentence: tooManySentence(hit.retryAt, studio.timeZone) }
    const id = newId()
    const { type, place } = day.offer
    const isNew = await insertWaiting(tx, {
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
        letterhead: letterheadOf(studio, config.siteUrl),
        email,
        session: type.title,
        place: place.title,
        day: day.label,
        zoneName: zoneName(studio.timeZone, clock.now()),
        leaveLink: leaveLinkOf({ config }, id),
      }),
    )
    await setNextLook({ db: tx, clock })
    return { ok: true }
  })
}

export const leaveLinkOf = ({ config }: { config: Pick<Config, 'siteUrl' | 'secret'> }, id: string): string =>
  `${config.siteUrl}/book-session/waitlist/leave/${sealToken(config.secret, LEAVE, { id, version: 1 })}`

/** What the link in a letter leaves; undefined: the link is none of ours. */
export async function findPlaceInLine({ db, config }: Pick<WaitingDeps, 'db' | 'config'>, token: string) {
  const opened = openToken(config.secret, LEAVE, token)
  const found = opened && (await selectWaiting(db, opened.id))
  if (!found) return undefined
  const offer = await findOfferOf({ db }, found)
  return {
    session: offer.type.title,
    day: fullDate(found.date),
    isWaiting: IN_LINE.includes(found.state),
  }
}

/** @returns whether the link is one of ours; leaving twice is as good as once */
export async function leaveWaitingList({ db, clock, config }: WaitingDeps, token: string): Promise<boolean> {
  const opened = openToken(config.secret, LEAVE, token)
  if (!opened) return false
  return await transact(db, async (tx) => {
    const found = await selectWaiting(tx, opened.id)
    if (!found) return false
    const left = await updateWaiting(tx, found.id, IN_LINE, { state: 'left' })
    if (left) await releaseOffered(tx, found)
    await proveAddress({ db: tx, clock }, found.email)
    return true
  })
}

/** One look in each minute, however often it is asked for. */
export const setNextLook = (deps: Pick<WaitingDeps, 'db' | 'clock'>): Promise<void> =>
  enqueueNext(deps, { kind: OFFER_FREED }, { everyMs: LOOK_EVERY_MS })
