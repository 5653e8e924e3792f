import { HIDDEN_CHARACTERS } from '~/platform/http/notices'
import { isCleanLine, isCleanText, withLineFeeds } from '~/platform/text'
import { analyticsErrors } from '../analytics'
import { type Settings, settingsSchema } from '../model'
import { hoursField, SETTINGS_GROUPS, type SettingField, type SettingsGroup, WEEKDAYS } from './fields'
import { explainIssue } from './setting-errors'

export type FieldValues = Record<string, string>

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
export const fieldNames = (group: SettingsGroup): string[] => [
  ...SETTINGS_GROUPS[group].fields.map(({ name }) => name),
  ...(group === 'hours'
    ? WEEKDAYS.flatMap((_, at) => [hoursField(at + 1, 'opens'), hoursField(at + 1, 'closes')])
    : []),
]

export type ReadGroup<G extends SettingsGroup> =
  | { ok: true; value: Settings[G] }
  | { ok: false; errors: FieldValues }

/** Parses a submitted group. Each invalid field gets a sentence. */
export function readGroup<G extends SettingsGroup>(group: G, sent: FieldValues): ReadGroup<G> {
  const { fields } = SETTINGS_GROUPS[group]
  const errors: FieldValues = {}
  const draft: Record<string, unknown> = {}
  for (const field of fields) {
    const text = withLineFeeds(sent[field.name] ?? '').trim()
    const isClean = field.kind === 'text' || field.kind === 'lines' ? isCleanText(text) : isCleanLine(text)
    if (!isClean) errors[field.name] = HIDDEN_CHARACTERS
    setAt(draft, field.name, fromText(field, text))
  }
  if (group === 'hours') draft.weekly = readWeek(sent, errors)
  if (group === 'links') readLinks(draft, sent, errors)
  if (group === 'promo' && sent.from && sent.until && sent.until < sent.from)
    errors.until = 'The end date is before the start date.'
  if (group === 'analytics') Object.assign(errors, { ...analyticsErrors(draft), ...errors })
  const read = settingsSchema.shape[group].safeParse(draft)
  for (const issue of read.error?.issues ?? []) {
    const path = issue.path.join('.')
    const field = fields.find(({ name }) => path === name || path.startsWith(`${name}.`))
    if (field) errors[field.name] ??= explainIssue(issue, field.label)
  }
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  if (!read.success)
    throw new Error(`The form of ${group} has no field for what is wrong: ${read.error.message}`)
  return { ok: true, value: read.data as Settings[G] }
}

function readWeek(sent: FieldValues, errors: FieldValues): Settings['hours']['weekly'] {
  return WEEKDAYS.flatMap((name, at) => {
    const day = at + 1
    const [opens = '', closes = ''] = (['opens', 'closes'] as const).map(
      (end) => sent[hoursField(day, end)] ?? '',
    )
    for (const [end, time] of [['opens', opens] as const, ['closes', closes] as const])
      if (time !== '' && !/^([01]\d|2[0-3]):[0-5]\d$/.test(time))
        errors[hoursField(day, end)] = 'Enter a time, such as 09:00.'
    if (opens === '' && closes === '') return []
    if (opens === '')
      errors[hoursField(day, 'opens')] = `Enter when ${name} starts, or leave both times blank.`
    if (closes === '')
      errors[hoursField(day, 'closes')] = `Enter when ${name} ends, or leave both times blank.`
    return [{ day, opens, closes }]
  })
}

/** Turns empty links into null. A video, or another site, is complete or absent. */
function readLinks(draft: Record<string, unknown>, sent: FieldValues, errors: FieldValues): void {
  for (const name of ['instagram', 'youtube']) if (draft[name] === '') draft[name] = null
  for (const [part, sentence] of [
    ['video', 'Fill this in, or clear all four video fields.'],
    ['otherSite', 'Fill this in, or clear both fields for the other site.'],
  ] as const) {
    const fields = SETTINGS_GROUPS.links.fields.filter(({ name }) => name.startsWith(`${part}.`))
    const empty = fields.filter(({ name }) => (sent[name] ?? '').trim() === '')
    if (empty.length === fields.length) draft[part] = null
    else for (const { name } of empty) errors[name] ??= sentence
  }
}

function toText(kind: SettingField['kind'], value: unknown): string {
  if (value === null || value === undefined) return ''
  if (kind === 'lines') return (value as string[]).join('\n')
  if (kind === 'percent') return String(Number(((value as number) * 100).toFixed(6)))
  if (kind === 'switch') return value ? 'yes' : ''
  if (kind === 'cents') return ((value as number) / 100).toFixed(2)
  return String(value)
}

function fromText({ kind, optional }: SettingField, text: string): unknown {
  switch (kind) {
    case 'lines':
      return text.split('\n').flatMap((line) => line.trim() || [])
    case 'number':
      if (text === '') return optional ? null : Number.NaN
      return Number(text)
    case 'percent':
      return text === '' ? Number.NaN : Number((Number(text) / 100).toFixed(8))
    case 'cents':
      return /^\$?\d{1,6}(\.\d\d)?$/.test(text) ? Math.round(Number(text.replace('$', '')) * 100) : Number.NaN
    case 'switch':
      return text === 'yes'
    case 'date':
      return text === '' ? null : text
    default:
      return text
  }
}

const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown> | null)?.[key], value)

/** Sets a value at a path. A final number makes a list. */
function setAt(target: Record<string, unknown>, path: string, value: unknown): void {
  const steps = path.split('.')
  const last = steps.pop() ?? ''
  const inner = steps.reduce<Record<string, unknown>>((part, step) => {
    part[step] ??= /^\d+$/.test(last) ? [] : {}
    return part[step] as Record<string, unknown>
  }, target)
  inner[last] = value
}
