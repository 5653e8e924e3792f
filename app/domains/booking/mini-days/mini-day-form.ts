import { z } from 'zod'
import {
  ALWAYS,
  businessDate,
  checkbox,
  choice,
  line,
  optional,
  refuse,
  time,
  timeFor,
  whole,
} from '~/platform/fields'
import type { FieldValues } from '~/platform/forms'
import { minutesOf, timeOf } from '../availability/wall-time'
import type { MiniDayChoices, MiniDayDraft } from './model'

export const MINI_DAY_FIELDS = [
  'title',
  'sessionType',
  'place',
  'date',
  'first',
  'count',
  'last',
  'apart',
  'published',
] as const

const LABELS: Record<string, string> = {
  title: 'Title',
  sessionType: 'Session type',
  place: 'Location',
  date: 'Date',
  published: 'Published',
}
/** @param zoneName "Eastern Time" */
export const miniDayLabel = (name: string, zoneName: string): string =>
  name === 'starts' ? `Times (${zoneName})` : (LABELS[name] ?? name)

const STARTS_MAX = 60
const DAY = 1_440

/**
 * Schema of a mini session day. Its starts follow from the first start, the interval, and either their number
 * or the last start.
 */
export const miniDaySchema = ({ types, places }: MiniDayChoices) =>
  z
    .object({
      title: line({ label: 'Title', max: 80 }),
      sessionType: choice(
        types.map(({ id }) => id),
        types.length === 0
          ? 'First create a session type with start times set to “Mini-session days only.”'
          : 'Choose a mini-session type.',
      ),
      place: choice(
        places.map(({ id }) => id),
        'Choose a location.',
      ),
      date: businessDate('Date'),
      first: timeFor('First start time'),
      apart: whole({ min: 5, max: 480, label: 'Start time interval' }),
      count: optional(whole({ min: 1, max: STARTS_MAX, error: `Enter 1 to ${STARTS_MAX} slots.` })),
      last: optional(time('Enter a last start time, such as 14:00.')),
      published: checkbox(),
    })
    .superRefine(({ count, last }, context) => {
      if (count === null && last === null)
        refuse(context, 'count', 'Enter the number of slots, or the time of the last one.')
    }, ALWAYS)
    .transform(({ count: typed, last, first, apart, published, ...day }, context): MiniDayDraft => {
      const needed = types.find(({ id }) => id === day.sessionType)?.minutesApart ?? 0
      if (apart < needed)
        refuse(
          context,
          'apart',
          `Each session takes ${needed} minutes with buffer time, so slots must be at least ${needed} minutes apart.`,
        )
      if (last !== null && last < first) refuse(context, 'last', 'The last start time is before the first.')
      // A new day's form comes with a number, so a time that is entered counts instead.
      const count =
        last === null ? (typed ?? 1) : Math.floor((minutesOf(last) - minutesOf(first)) / apart) + 1
      if (count > STARTS_MAX) refuse(context, 'last', `That makes more than ${STARTS_MAX} slots.`)
      if (minutesOf(first) + (count - 1) * apart >= DAY)
        refuse(context, last === null ? 'count' : 'last', 'The last session would start after midnight.')
      const length = Math.max(1, Math.min(count, STARTS_MAX))
      const starts = Array.from({ length }, (_, n) => timeOf(minutesOf(first) + n * apart))
      return { ...day, starts, isPublished: published }
    })

/** The form's values. */
export function miniDayValues({
  title,
  sessionType,
  place,
  date,
  starts,
  isPublished,
}: MiniDayDraft): FieldValues {
  const [first = '', second] = starts
  return {
    title,
    sessionType,
    place,
    date,
    first,
    count: String(starts.length),
    last: '',
    apart: second === undefined ? '' : String(minutesOf(second) - minutesOf(first)),
    published: isPublished ? 'yes' : '',
  }
}

/** As text for the activity log. */
export const miniDayInWords = (day: MiniDayDraft, { types, places }: MiniDayChoices): FieldValues => ({
  title: day.title,
  sessionType: types.find(({ id }) => id === day.sessionType)?.title ?? '',
  place: places.find(({ id }) => id === day.place)?.title ?? '',
  date: day.date,
  starts: day.starts.join(', '),
  published: day.isPublished ? 'yes' : 'no',
})

/**
 * Shifts all starts by the same time, so that the first is at `first`.
 * @returns undefined if one would be after midnight
 */
export function shiftedStarts(starts: string[], first: string): string[] | undefined {
  const by = minutesOf(first) - minutesOf(starts[0] ?? first)
  const minutes = starts.map((time) => minutesOf(time) + by)
  return minutes.some((each) => each < 0 || each >= DAY) ? undefined : minutes.map(timeOf)
}
