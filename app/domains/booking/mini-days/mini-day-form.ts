import { minutesOf, timeOf } from '../availability/wall-time'
import { type FieldValues, isTime, type ReadDraft, readingFields, type Sent } from '../rule-fields'
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

/** Reads the form of a mini-session day. Its starts follow from the first, the distance, and the number or the last. */
export function readMiniDay(sent: Sent, { types, places }: MiniDayChoices): ReadDraft<MiniDayDraft> {
  const { errors, refuse, line, whole, date, time, choice } = readingFields(sent)
  const title = line('title', 'Title', { max: 80 })
  const sessionType = choice(
    'sessionType',
    types.map(({ id }) => id),
    types.length === 0
      ? 'First create a session type with start times set to “Mini-session days only.”'
      : 'Choose a mini-session type.',
  )
  const place = choice(
    'place',
    places.map(({ id }) => id),
    'Choose a location.',
  )
  const day = date('date', 'Date')
  const first = time('first', 'First start time')
  const apart = whole('apart', 'Start time interval', [5, 480])
  const needed = types.find(({ id }) => id === sessionType)?.minutesApart ?? 0
  if (!errors.apart && apart < needed)
    refuse(
      'apart',
      `Each session takes ${needed} minutes with buffer time, so slots must be at least ${needed} minutes apart.`,
    )
  const count = countOf(sent, { first, apart, hasErrors: Boolean(errors.first ?? errors.apart) }, refuse)
  if (Object.keys(errors).length === 0 && minutesOf(first) + (count - 1) * apart >= DAY)
    refuse(sent('count').trim() === '' ? 'last' : 'count', 'The last session would start after midnight.')
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  const starts = Array.from({ length: count }, (_, n) => timeOf(minutesOf(first) + n * apart))
  return {
    ok: true,
    draft: { title, sessionType, place, date: day, starts, isPublished: sent('published') === 'yes' },
  }
}

/** By the number of starts, else by the last start. */
function countOf(
  sent: Sent,
  { first, apart, hasErrors }: { first: string; apart: number; hasErrors: boolean },
  refuse: (name: string, sentence: string) => void,
): number {
  const [typed, last] = [sent('count').trim(), sent('last').trim()]
  if (typed === '' && last === '') {
    refuse('count', 'Enter the number of slots, or the time of the last one.')
    return 1
  }
  if (typed !== '') {
    const count = /^\d{1,2}$/.test(typed) ? Number(typed) : 0
    if (count < 1 || count > STARTS_MAX) refuse('count', `Enter 1 to ${STARTS_MAX} slots.`)
    return Math.max(1, count)
  }
  if (!isTime(last)) {
    refuse('last', 'Enter a last start time, such as 14:00.')
    return 1
  }
  if (hasErrors) return 1
  if (last < first) refuse('last', 'The last start time is before the first.')
  const count = Math.floor((minutesOf(last) - minutesOf(first)) / apart) + 1
  if (count > STARTS_MAX) refuse('last', `That makes more than ${STARTS_MAX} slots.`)
  return Math.max(1, count)
}

/** What the form shows. */
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

/** The same as the audit tells it. */
export const miniDayInWords = (day: MiniDayDraft, { types, places }: MiniDayChoices): FieldValues => ({
  title: day.title,
  sessionType: types.find(({ id }) => id === day.sessionType)?.title ?? '',
  place: places.find(({ id }) => id === day.place)?.title ?? '',
  date: day.date,
  starts: day.starts.join(', '),
  published: day.isPublished ? 'yes' : 'no',
})

/**
 * The starts as late as the new first one wants them, order and distances kept.
 * @returns undefined when one would be after midnight
 */
export function shiftedStarts(starts: string[], first: string): string[] | undefined {
  const by = minutesOf(first) - minutesOf(starts[0] ?? first)
  const minutes = starts.map((time) => minutesOf(time) + by)
  return minutes.some((each) => each < 0 || each >= DAY) ? undefined : minutes.map(timeOf)
}
