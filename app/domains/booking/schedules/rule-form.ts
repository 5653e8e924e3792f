import { z } from 'zod'
import { ALWAYS, businessDate, checkbox, choice, line, optional, refuse } from '~/platform/fields'
import { type FieldValues, parseForm } from '~/platform/forms'
import { END_BEFORE_START } from '~/platform/http/notices'
import { isCalendarDate } from '~/platform/text'
import type { RuleChoices, RuleDraft, RuleKind } from './model'
import {
  hoursFields,
  hoursInWords,
  hourValues,
  readHours,
  WEEK,
  WINDOWS_A_DAY,
  windowField,
} from './week-hours'

export const RULE_FIELDS = ['title', 'sessionType', 'place', 'from', 'until'] as const

/** Every field of the form, including those of its preview. */
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

/** Reads the form of a schedule or of date overrides. */
export const readRule = (kind: RuleKind, posted: FieldValues, choices: RuleChoices) =>
  parseForm(ruleSchema(kind, choices), posted)

function ruleSchema(kind: RuleKind, { types, places }: RuleChoices) {
  const weekdays = kind === 'hours' ? WEEK : ([0] as const)
  const isWeek = kind === 'hours'
  return z
    .object({
      title: line({ label: 'Title', max: 80 }),
      sessionType: choice(['', ...types.map(({ id }) => id)], 'Choose a session type, or all.'),
      place: choice(['', ...places.map(({ id }) => id)], 'Choose a location, or all.'),
      from: isWeek ? optional(businessDate('From')) : businessDate('From'),
      until: optional(businessDate(isWeek ? 'Until' : 'End date')),
      closed: checkbox(),
      ...hoursFields(weekdays),
    })
    .superRefine(({ from, until, closed, opens, closes }, context) => {
      if (isCalendarDate(from ?? '') && isCalendarDate(until ?? '') && (until ?? '') < (from ?? ''))
        refuse(context, 'until', END_BEFORE_START)
      if (!isWeek && closed) return
      const { hours, errors } = readHours({ opens, closes }, weekdays)
      for (const [name, sentence] of Object.entries(errors)) refuse(context, name, sentence)
      if (hours.length === 0 && Object.keys(errors).length === 0)
        refuse(
          context,
          isWeek ? 'opens.1.0' : 'opens.0.0',
          isWeek
            ? 'Enter hours for at least one day. To close on certain dates, add date overrides.'
            : 'Enter hours, or check “Closed.”',
        )
    }, ALWAYS)
    .transform(
      ({ title, sessionType, place, from, until, closed, opens, closes }): RuleDraft => ({
        title,
        sessionType: sessionType || null,
        place: place || null,
        from,
        until: until ?? (isWeek ? null : from),
        hours: !isWeek && closed ? [] : readHours({ opens, closes }, weekdays).hours,
      }),
    )
}

/** The form's values. */
export const ruleValues = (kind: RuleKind, rule: RuleDraft): FieldValues => ({
  title: rule.title,
  sessionType: rule.sessionType ?? '',
  place: rule.place ?? '',
  from: rule.from ?? '',
  until: rule.until ?? '',
  ...(kind === 'dates' && rule.hours.length === 0 ? { closed: 'yes' } : {}),
  ...hourValues(rule.hours),
})

/** As text for the activity log. */
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
