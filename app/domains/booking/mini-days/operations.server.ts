import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import { changesBetween } from '~/domains/content/changes'
import { readZone } from '~/domains/content/operations.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { type FieldValues, parseForm } from '~/platform/forms'
import { addDays, dateOf, fullDate, timeLabel, zoneName } from '~/platform/time'
import type { Offer } from '../availability/model'
import { findOfferOf } from '../availability/operations.server'
import { occupiedBy } from '../availability/starts'
import { instantsOf } from '../availability/wall-time'
import { lockCalendar } from '../reservations/occupancies-store.server'
import { miniDayInWords, miniDayLabel, miniDaySchema } from './mini-day-form'
import type { MiniDayChoices, MiniDayDraft, MiniDayRecord, MiniStart, RescheduleAnswer } from './model'
import {
  countTaken,
  deleteMiniDay,
  insertMiniDay,
  type Obstacle,
  selectAnswers,
  selectMiniChoices,
  selectMiniDay,
  selectMiniDayPage,
  selectObstacles,
  selectPublishedOn,
  selectStanding,
  updateMiniDay,
} from './store.server'

/** Mini session days, latest first. `before`: `date.id` of the last one on the previous page. */
export async function listMiniDays(
  { db, clock }: Omit<WriteDeps, 'author'>,
  before: string | null,
): Promise<{
  days: (MiniDayRecord & { taken: number; when: string; isOver: boolean })[]
  next: string | null
}> {
  const [date, id] = before?.split('.') ?? []
  const found = await selectMiniDayPage(db, date && id ? { date, id } : null)
  const days = found.slice(0, 50)
  const taken = await countTaken(
    db,
    days.map((day) => day.id),
  )
  const today = dateOf(clock.now(), await readZone({ db }))
  const last = days.at(-1)
  return {
    days: days.map((day) => ({
      ...day,
      taken: taken.get(day.id) ?? 0,
      when: fullDate(day.date),
      isOver: day.date < today,
    })),
    next: found.length > days.length && last ? `${last.date}.${last.id}` : null,
  }
}

export const listMiniChoices = ({ db }: { db: Db }): Promise<MiniDayChoices> => selectMiniChoices(db)

/** A day with its starts, their bookings, and conflicts. */
export async function findMiniDay(
  { db, clock }: Omit<WriteDeps, 'author'>,
  id: string,
): Promise<
  | {
      day: MiniDayRecord
      starts: MiniStart[]
      /** Clients who canceled instead of coming on the new date. */
      canceled: { id: string; name: string; reference: string }[]
      when: string
    }
  | undefined
> {
  const day = await selectMiniDay(db, id)
  if (!day) return undefined
  const zone = await readZone({ db })
  const offer = await offerOf(db, day)
  const obstacles = await obstaclesTo({ db, clock }, day, zone, offer)
  const booked = await selectStanding(db, id)
  const answers = await readAnswers(db, id)
  const starts = day.starts.map((time): MiniStart => {
    const [startsAt] = instantsOf(day.date, time, zone)
    const own = booked.find((each) => each.startsAt === startsAt)
    const span = startsAt === undefined ? undefined : occupiedBy(startsAt, offer.rules)
    const other = obstacles.find((each) => span && each.startsAt < span.endsAt && span.startsAt < each.endsAt)
    return {
      time,
      label: startsAt === undefined ? time : timeLabel(startsAt, zone),
      booking: own
        ? {
            id: own.id,
            reference: own.reference,
            name: own.name,
            answer: answers.get(own.id)?.answer ?? null,
          }
        : null,
      obstacle: startsAt === undefined ? 'Clocks spring forward past this time' : (other?.words ?? null),
    }
  })
  const canceled = [...answers.values()].filter(({ answer }) => answer === 'canceled')
  return { day, starts, canceled, when: fullDate(day.date) }
}

interface Answered {
  id: string
  name: string
  reference: string
  answer: RescheduleAnswer
  /** Whether the client still has to accept. */
  isAsked: boolean
}

/** Responses since the studio rescheduled the day, by booking. */
async function readAnswers(db: Db, id: string): Promise<Map<string, Answered>> {
  const answers = new Map<string, Answered>()
  for (const { bookingId, name, reference, kind, by, isAsked } of await selectAnswers(db, id)) {
    const isReschedule = kind === 'rescheduled' && by === 'studio'
    // Events before the reschedule aren't responses to it.
    if (!isReschedule && !answers.has(bookingId)) continue
    const answer = isReschedule ? 'no-answer' : ANSWERS[kind]
    answers.set(bookingId, { id: bookingId, name, reference, answer, isAsked })
  }
  return new Map([...answers].filter(([, { answer, isAsked }]) => answer !== 'no-answer' || isAsked))
}

const ANSWERS = { accepted: 'accepted', rescheduled: 'chose-another', canceled: 'canceled' } as const

export const offerOf = (
  db: Db,
  { sessionType, place }: Pick<MiniDayDraft, 'sessionType' | 'place'>,
): Promise<Offer> => findOfferOf({ db }, { sessionType: { id: sessionType }, place: { id: place } })

/** Occupied time at a day's starts, other than its own bookings. */
export async function obstaclesTo(
  { db, clock }: Pick<WriteDeps, 'db' | 'clock'>,
  day: Pick<MiniDayRecord, 'id' | 'date' | 'starts'>,
  zone: string,
  offer: Offer,
): Promise<Obstacle[]> {
  const spans = day.starts.flatMap((time) =>
    instantsOf(day.date, time, zone).map((at) => occupiedBy(at, offer.rules)),
  )
  if (spans.length === 0) return []
  const startsAt = Math.min(...spans.map((span) => span.startsAt))
  const endsAt = Math.max(...spans.map((span) => span.endsAt))
  const found = await selectObstacles(db, { startsAt, endsAt, now: clock.now() })
  return found.filter(({ miniDayId }) => miniDayId !== day.id)
}

/** A published day that overlaps this one; both would appear fully booked. */
export async function dayInTheWay(
  db: Db,
  day: MiniDayDraft & { id: string },
  zone: string,
): Promise<MiniDayRecord | undefined> {
  const dates = [addDays(day.date, -1), day.date, addDays(day.date, 1)]
  const span = await spanOf(db, day, zone)
  for (const other of await selectPublishedOn(db, { dates, except: day.id })) {
    const taken = await spanOf(db, other, zone)
    if (taken.startsAt < span.endsAt && span.startsAt < taken.endsAt) return other
  }
  return undefined
}

async function spanOf(
  db: Db,
  day: MiniDayDraft,
  zone: string,
): Promise<{ startsAt: number; endsAt: number }> {
  const offer = await offerOf(db, day)
  const spans = day.starts.flatMap((time) =>
    instantsOf(day.date, time, zone).map((at) => occupiedBy(at, offer.rules)),
  )
  return {
    startsAt: Math.min(...spans.map(({ startsAt }) => startsAt)),
    endsAt: Math.max(...spans.map(({ endsAt }) => endsAt)),
  }
}

export type MiniDaySaved =
  | { ok: true; id: string }
  | { ok: false; reason: 'refused'; errors: FieldValues }
  | { ok: false; reason: 'missing' | 'changed-since' }

/** Saves a mini session day. Its bookings must keep their starts; rescheduling moves the whole day. */
export async function saveMiniDay(
  { db, clock, author }: WriteDeps,
  { seen, sent }: { seen: { id: string; version: number } | null; sent: FieldValues },
): Promise<MiniDaySaved> {
  return await transact(db, async (tx): Promise<MiniDaySaved> => {
    await lockCalendar(tx, 'default')
    const choices = await selectMiniChoices(tx)
    const read = parseForm(miniDaySchema(choices), sent)
    const before = seen ? await selectMiniDay(tx, seen.id) : undefined
    if (seen && !before) return { ok: false, reason: 'missing' }
    if (seen && before?.version !== seen.version) return { ok: false, reason: 'changed-since' }
    const errors = read.ok ? await protect(tx, before, read.value) : read.errors
    if (!read.ok || Object.keys(errors).length > 0) return { ok: false, reason: 'refused', errors }
    const at = clock.now()
    const id = seen ? seen.id : await insertMiniDay(tx, read.value, at)
    if (seen) await updateMiniDay(tx, seen, read.value, at)
    const was = before ? miniDayInWords(before, choices) : {}
    const zone = zoneName(await readZone({ db: tx }), at)
    const changes = changesBetween(was, miniDayInWords(read.value, choices), (name) =>
      miniDayLabel(name, zone),
    )
    const subject = read.value.title
    const action = before ? 'mini-day-changed' : 'mini-day-added'
    if (changes.length > 0) await recordAction({ db: tx, clock, author }, { action, subject, changes })
    return { ok: true, id }
  })
}

async function protect(tx: Tx, before: MiniDayRecord | undefined, draft: MiniDayDraft): Promise<FieldValues> {
  const errors: FieldValues = {}
  const zone = await readZone({ db: tx })
  const skipped = draft.starts.find((time) => instantsOf(draft.date, time, zone).length === 0)
  if (skipped) errors.first = `Clocks spring forward past ${skipped} on that date. Choose other times.`
  else if (draft.isPublished) {
    const other = await dayInTheWay(tx, { ...draft, id: before?.id ?? '' }, zone)
    if (other)
      errors.date = `This overlaps “${other.title}” on the same day. Choose other times or another date.`
  }
  const booked = before ? await selectStanding(tx, before.id) : []
  if (!before || booked.length === 0) return errors
  const people = booked.length === 1 ? '1 client is booked' : `${booked.length} clients are booked`
  for (const name of ['date', 'sessionType', 'place'] as const)
    if (draft[name] !== before[name])
      errors[name] =
        `${people} on this day. ${name === 'date' ? 'To move the whole day and notify them, use “Reschedule day.”' : 'You can’t change this anymore.'}`
  const kept = draft.starts.flatMap((time) => instantsOf(draft.date, time, zone))
  if (!errors.date && booked.some(({ startsAt }) => !kept.includes(startsAt)))
    errors.first = `${people}. These slots would remove at least one of their times.`
  return errors
}

export type MiniDayRemoved =
  | { ok: true }
  | { ok: false; reason: 'missing' | 'changed-since' }
  | { ok: false; reason: 'booked'; count: number }

/** Removes a day that has no bookings. */
export async function removeMiniDay(
  { db, clock, author }: WriteDeps,
  seen: { id: string; version: number },
): Promise<MiniDayRemoved> {
  return await transact(db, async (tx): Promise<MiniDayRemoved> => {
    await lockCalendar(tx, 'default')
    const day = await selectMiniDay(tx, seen.id)
    if (!day) return { ok: false, reason: 'missing' }
    if (day.version !== seen.version) return { ok: false, reason: 'changed-since' }
    const booked = await selectStanding(tx, day.id)
    if (booked.length > 0) return { ok: false, reason: 'booked', count: booked.length }
    await deleteMiniDay(tx, day.id)
    await recordAction({ db: tx, clock, author }, { action: 'mini-day-removed', subject: day.title })
    return { ok: true }
  })
}

/** Adds a mini session day of the seed content. */
export const addMiniDay = ({ db }: { db: Db }, day: MiniDayDraft, { at }: { at: number }): Promise<string> =>
  insertMiniDay(db, day, at)
