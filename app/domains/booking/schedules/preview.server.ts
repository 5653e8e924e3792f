import { readZone } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import { bareTime, dateOf, dayLabel, monthLabel, weekdayOf, zoneName } from '~/platform/time'
import { windowsOn } from '../availability/hours'
import type { Calendar, Offer, SpecialDates } from '../availability/model'
import { findOffer, listDays, listStarts, readBookableDates } from '../availability/operations.server'
import { firstOf, lastOf, monthOf, nextMonth, previousMonth, readMonth } from '../slots/months'
import type { MonthPreview, PreviewDay, RuleDraft, RuleKind } from './model'
import { type ExpectedRule, storeRule } from './operations.server'
import { selectRules } from './store.server'

interface Deps {
  db: Db
  clock: Clock
}

/** Slugs, and YYYY-MM; an invalid month means the current one, or the next if nothing is free in it anymore. */
export interface PreviewRequest {
  service: string
  location: string
  month: string
}

/**
 * What a client would see in a month, by the same functions as the public pages; undefined: not offered
 * there.
 */
export async function previewMonth(
  { db, clock }: Deps,
  { service, location, month: asked }: PreviewRequest,
): Promise<MonthPreview | undefined> {
  const offer = await findOffer({ db }, { service, location })
  if (!offer) return undefined
  const zone = await readZone({ db })
  const today = dateOf(clock.now(), zone)
  const wished = readMonth(asked)
  const month = wished ?? monthOf(today)
  const days = await listDays({ db, clock }, { offer, firstDate: firstOf(month), lastDate: lastOf(month) })
  const rules = {
    schedules: await selectRules(db, 'hours'),
    specialDates: (await selectRules(db, 'dates')).map((rule) => ({
      ...rule,
      from: rule.from ?? '',
      until: rule.until ?? '',
    })),
    ...(await readBookableDates({ db, clock }, offer)),
  }
  const previewOf = async (date: string, isOpen: boolean, isFull: boolean): Promise<PreviewDay> => {
    const starts = isOpen ? await listStarts({ db, clock }, { offer, date }) : []
    const weekday = weekdayOf(date)
    const situation = { ...rules, offer, date, weekday, today, starts: isFull ? 1 : 0 }
    return {
      date,
      weekday,
      label: dayLabel(date),
      isPast: date < today,
      times: starts.flatMap(({ state, startsAt }) => (state === 'free' ? bareTime(startsAt, zone) : [])),
      reason: isOpen ? '' : whyNothingIsFree(situation),
    }
  }
  const shown: PreviewDay[] = []
  for (const { date, state } of days) shown.push(await previewOf(date, state === 'open', state === 'full'))
  if (wished === undefined && shown.every(({ times }) => times.length === 0))
    return await previewMonth({ db, clock }, { service, location, month: nextMonth(month) })
  return {
    label: monthLabel(month),
    zoneName: zoneName(zone, clock.now()),
    month,
    previous: previousMonth(month),
    next: nextMonth(month),
    days: shown,
  }
}

/** The same with an unsaved change, which is written and then rolled back. */
export async function previewUnsaved(
  { db, clock }: Deps,
  kind: RuleKind,
  { seen, draft }: { seen: ExpectedRule; draft: RuleDraft },
  asked: PreviewRequest,
): Promise<MonthPreview | undefined> {
  return await transact<MonthPreview | undefined>(db, async (tx, rollback) => {
    await storeRule(tx, kind, seen, draft)
    return rollback(await previewMonth({ db: tx, clock }, asked))
  })
}

interface Situation {
  offer: Offer
  date: string
  weekday: number
  today: string
  firstDate: string
  lastDate: string
  schedules: Calendar['schedules']
  specialDates: (SpecialDates & { title: string })[]
  /** Number of starts by the rules, free or not. */
  starts: number
}

const NAMES = ['', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays']

/** Why nothing is free on a date. */
export function whyNothingIsFree(situation: Situation): string {
  const { offer, date, weekday, today, firstDate, lastDate, starts } = situation
  if (date < today) return 'Past'
  if (date > lastDate) return `Past the ${offer.rules.bookingWindowDays}-day booking window`
  if (starts > 0) return 'Fully booked'
  if (offer.rules.starts.kind === 'mini')
    return date < firstDate ? 'Inside minimum notice' : 'No upcoming mini-session day'
  // The engine decides which rule applies, so the rule is identified by its hours.
  const hours = hoursOn(situation)
  const special = situation.specialDates.find((rule) => rule.hours === hours)
  if (hours.length === 0) return special ? `Closed: ${special.title}` : `No hours on ${NAMES[weekday]}`
  if (date <= firstDate) return 'Inside minimum notice'
  switch (offer.rules.starts.kind) {
    case 'sunset':
      return 'Sunset is outside your hours'
    case 'fixed':
      return 'No start times within your hours'
    case 'interval':
      return `No ${offer.rules.minutes}-minute opening`
  }
}

const hoursOn = ({ offer, date, weekday, schedules, specialDates }: Situation) =>
  windowsOn(
    { zone: '', schedules, specialDates, miniDays: [], busy: [], sessions: [] },
    date,
    weekday,
    offer.rules,
  )
