import { type FieldValues, type ReadDraft, readingFields, type Sent } from '../rule-fields'
import type { RuleChoices, RuleDraft, RuleKind } from './model'
import { hoursInWords, hourValues, readHours, WEEK, WINDOWS_A_DAY, windowField } from './week-hours'

export const RULE_FIELDS = ['title', 'sessionType', 'place', 'from', 'until'] as const

/** Every field of the form, those of its preview too. */
export const ruleFields = (kind: RuleKind): string[] => [
  ...RULE_FIELDS,
  'closed',
  ...['service', 'location', 'month'],
  ...(kind === 'hours' ? WEEK : [0]).flatMap((weekday) =>
    Array.from({ length: WINDOWS_A_DAY }, (_, n) => n).flatMap((n) => [
      windowField(weekday, n, 'opens'),
      windowField(weekday, n, 'closes'),
    ]),
  ),
]

const LABELS: Record<string, string> = {
  title: 'Title',
  sessionType: 'For',
  place: 'At',
  from: 'From',
  until: 'Until',
}
/** @param zoneName "Eastern Time" */
export const ruleLabel = (name: string, zoneName: string): string =>
  name === 'hours' ? `Hours (${zoneName})` : (LABELS[name] ?? name)

/** Reads what the form of a schedule or of special dates sent. */
export function readRule(kind: RuleKind, sent: Sent, { types, places }: RuleChoices): ReadDraft<RuleDraft> {
  const { errors, refuse, line, date, choice } = readingFields(sent)
  const title = line('title', 'Title', { max: 80 })
  const sessionType = choice(
    'sessionType',
    ['', ...types.map(({ id }) => id)],
    'Choose a session type, or all.',
  )
  const place = choice('place', ['', ...places.map(({ id }) => id)], 'Choose a location, or all.')
  const isNeeded = kind === 'dates'
  const from = isNeeded || sent('from').trim() !== '' ? date('from', 'From') : null
  const until =
    sent('until').trim() === '' ? (isNeeded ? from : null) : date('until', isNeeded ? 'End date' : 'Until')
  if (from !== null && until !== null && !errors.from && !errors.until && until < from)
    refuse('until', 'The end date is before the start date.')
  const isClosed = kind === 'dates' && sent('closed') === 'yes'
  const week = isClosed ? { hours: [], errors: {} } : readHours(sent, kind === 'hours' ? WEEK : [0])
  Object.assign(errors, week.errors)
  if (week.hours.length === 0 && !isClosed && Object.keys(week.errors).length === 0)
    refuse(
      kind === 'hours' ? 'opens.1.0' : 'opens.0.0',
      kind === 'hours'
        ? 'Enter hours for at least one day. To close on certain dates, add date overrides.'
        : 'Enter hours, or check “Closed.”',
    )
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  const draft = { title, sessionType: sessionType || null, place: place || null, from, until }
  return { ok: true, draft: { ...draft, hours: week.hours } }
}

/** What the form shows. */
export const ruleValues = (kind: RuleKind, rule: RuleDraft): FieldValues => ({
  title: rule.title,
  sessionType: rule.sessionType ?? '',
  place: rule.place ?? '',
  from: rule.from ?? '',
  until: rule.until ?? '',
  ...(kind === 'dates' && rule.hours.length === 0 ? { closed: 'yes' } : {}),
  ...hourValues(rule.hours),
})

/** The same as the audit tells it. */
export const ruleInWords = (rule: RuleDraft, choices: RuleChoices): FieldValues => ({
  title: rule.title,
  sessionType: typeTitle(rule, choices),
  place: placeTitle(rule, choices),
  from: rule.from ?? '',
  until: rule.until ?? '',
  hours: rule.hours.length === 0 ? 'closed' : hoursInWords(rule.hours),
})

export const typeTitle = ({ sessionType }: RuleDraft, { types }: RuleChoices): string =>
  types.find(({ id }) => id === sessionType)?.title ?? 'All sessions'

export const placeTitle = ({ place }: RuleDraft, { places }: RuleChoices): string =>
  places.find(({ id }) => id === place)?.title ?? 'all locations'
