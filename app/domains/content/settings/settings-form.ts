import { z } from 'zod'
import { decimalMoney } from '~/platform/amounts'
import { ALWAYS, type RefusalContext, refuse } from '~/platform/fields'
import { type FieldValues, type ParsedForm, postedValues } from '~/platform/forms'
import { END_BEFORE_START } from '~/platform/http/notices'
import { isTime } from '~/platform/text'
import { analyticsErrors } from '../analytics'
import { describedSchema, parseDescribed } from '../form-schema'
import { type Settings, settingsSchema } from '../model'
import { hoursField, SETTINGS_GROUPS, type SettingField, type SettingsGroup, WEEKDAYS } from './fields'

/** The form's values: every field as text. */
export function valuesOf<G extends SettingsGroup>(group: G, value: Settings[G]): FieldValues {
  const fields = SETTINGS_GROUPS[group].fields.map(({ name, kind }) => [
    name,
    toText(kind, valueAt(value, name)),
  ])
  const values: FieldValues = Object.fromEntries(fields)
  if (group === 'hours')
    for (const { day, opens, closes } of (value as Settings['hours']).weekly) {
      values[hoursField(day, 'opens')] = opens
      // Time inputs have no 24:00, so midnight is 00:00. After the opening time it means the next midnight.
      values[hoursField(day, 'closes')] = closes === '24:00' ? '00:00' : closes
    }
  return values
}

/** All field names of a group's form. */
export const fieldNames = (group: SettingsGroup): string[] =>
  Object.keys(postedValues(groupSchema(group), {}))

/** Parses a submitted group. */
export const readGroup = <G extends SettingsGroup>(group: G, sent: FieldValues): ParsedForm<Settings[G]> =>
  parseDescribed(groupSchema(group), sent, (name) =>
    SETTINGS_GROUPS[group].fields.find((field) => field.name === name),
  ) as ParsedForm<Settings[G]>

function groupSchema(group: SettingsGroup): z.ZodType {
  const model = settingsSchema.shape[group] as z.ZodType<unknown, object>
  if (group === 'links') return linksSchema().pipe(model)
  const described = describedSchema(model, SETTINGS_GROUPS[group].fields)
  switch (group) {
    case 'hours':
      return described
        .extend(weekFields())
        .superRefine((draft, context) => refuseWeek(draft as unknown as PostedWeek, context), ALWAYS)
        .transform(({ opens, closes, ...others }): object => ({
          ...others,
          weekly: weekOf({ opens, closes } as PostedWeek),
        }))
        .pipe(model)
    case 'promo':
      return described.superRefine(({ from, until }, context) => {
        if (from && until && String(until) < String(from)) refuse(context, 'until', END_BEFORE_START)
      }, ALWAYS)
    case 'analytics':
      return described.superRefine((draft, context) => {
        for (const [name, sentence] of Object.entries(analyticsErrors(draft))) refuse(context, name, sentence)
      }, ALWAYS)
    default:
      return described
  }
}

type PostedWeek = Record<'opens' | 'closes', Record<string, string>>

function weekFields() {
  const days = z.object(Object.fromEntries(WEEKDAYS.map((_, at) => [at + 1, z.string()])))
  return { opens: days, closes: days }
}

function refuseWeek({ opens, closes }: PostedWeek, context: RefusalContext): void {
  for (const [at, name] of WEEKDAYS.entries()) {
    const [from = '', to = ''] = [opens[at + 1], closes[at + 1]]
    for (const [end, time] of [['opens', from] as const, ['closes', to] as const])
      if (time !== '' && !isTime(time))
        refuse(context, hoursField(at + 1, end), 'Enter a time, such as 09:00.')
    if (from === '' && to !== '')
      refuse(context, hoursField(at + 1, 'opens'), `Enter when ${name} starts, or leave both times blank.`)
    if (to === '' && from !== '')
      refuse(context, hoursField(at + 1, 'closes'), `Enter when ${name} ends, or leave both times blank.`)
  }
}

const weekOf = (week: PostedWeek): Settings['hours']['weekly'] =>
  WEEKDAYS.flatMap((_, at) => {
    const [opens = '', closes = ''] = [week.opens[at + 1], week.closes[at + 1]]
    return opens === '' ? [] : [{ day: at + 1, opens, closes }]
  })

/** A video, or another site, needs all its fields or none. */
function linksSchema() {
  const { fields } = SETTINGS_GROUPS.links
  const fieldsOf = (part: string) => fields.filter(({ name }) => name.startsWith(`${part}.`))
  const schema = describedSchema(withBlanks(settingsSchema.shape.links), fields)
  return schema
    .superRefine((draft, context) => {
      for (const [part, sentence] of [
        ['video', 'Fill this in, or clear all four video fields.'],
        ['otherSite', 'Fill this in, or clear both fields for the other site.'],
      ] as const) {
        const empty = fieldsOf(part).filter(({ name }) => valueAt(draft, name) === null)
        if (empty.length < fieldsOf(part).length)
          for (const { name } of empty) refuse(context, name, sentence)
      }
    }, ALWAYS)
    .transform(({ video, otherSite, ...links }): object => ({
      ...links,
      video: wholeOrNull(video),
      otherSite: wholeOrNull(otherSite),
    }))
}

/** The model of the links, in which the fields of a part may be missing. */
const withBlanks = ({ shape }: typeof settingsSchema.shape.links) => {
  const blank = (part: z.ZodObject) =>
    z.object(Object.fromEntries(Object.entries(part.shape).map(([key, fact]) => [key, z.nullable(fact)])))
  return z.object({
    ...shape,
    video: blank(shape.video.unwrap()),
    otherSite: blank(shape.otherSite.unwrap()),
  })
}

const wholeOrNull = (part: unknown) =>
  Object.values(part as object).every((fact) => fact === null) ? null : part

function toText(kind: SettingField['kind'], value: unknown): string {
  if (value === null || value === undefined) return ''
  if (kind === 'lines') return (value as string[]).join('\n')
  if (kind === 'percent') return String(Number(((value as number) * 100).toFixed(6)))
  if (kind === 'switch') return value ? 'yes' : ''
  if (kind === 'cents') return decimalMoney(value as number)
  return String(value)
}

const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown> | null)?.[key], value)
