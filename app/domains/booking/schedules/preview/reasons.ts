import { windowsOn } from '../../availability/hours'
import type { Calendar, Offer, SpecialDates } from '../../availability/model'

interface Situation {
  offer: Offer
  date: string
  weekday: number
  today: string
  firstDate: string
  lastDate: string
  schedules: Calendar['schedules']
  specialDates: (SpecialDates & { title: string })[]
  /** How many starts the rules give, free or not. */
  starts: number
}

const NAMES = ['', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays']

/** Why a client can not book anything on a date on which nothing is free. */
export function whyNothingIsFree(situation: Situation): string {
  const { offer, date, weekday, today, firstDate, lastDate, starts } = situation
  if (date < today) return 'Past'
  if (date > lastDate) return `Past the ${offer.rules.horizonDays}-day booking window`
  if (starts > 0) return 'Fully booked'
  if (offer.rules.starts.kind === 'mini')
    return date < firstDate ? 'Inside minimum notice' : 'No upcoming mini-session day'
  // Which rule counts is for the engine to say; the hours it gives are those of that rule.
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
