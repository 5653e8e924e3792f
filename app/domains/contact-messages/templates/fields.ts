import { fullDate } from '~/platform/time'
import type { ContactMessage } from '../model'

/** What a template can say about a message, by the word in braces. */
export const TEMPLATE_FIELDS = [
  'firstName',
  'name',
  'subject',
  'eventDate',
  'shootKind',
  'location',
  'studioName',
] as const

type TemplateField = (typeof TEMPLATE_FIELDS)[number]

/** "{firstName}, {name}, …" */
export const FIELDS_SENTENCE = TEMPLATE_FIELDS.map((name) => `{${name}}`).join(', ')

const FIELD = /\{([A-Za-z]{1,40})\}/g

export type TemplateValues = Record<TemplateField, string>

export function templateValues(message: ContactMessage, studioName: string): TemplateValues {
  const { name, subject, eventDate = '', shootKind = '', place = '' } = message
  return {
    firstName: name.trim().split(/\s+/)[0] ?? '',
    ...{ name, subject, shootKind, location: place, studioName },
    eventDate: eventDate === '' ? '' : fullDate(eventDate),
  }
}

/**
 * Fills in a template once. Braces in the values are removed, so that a value is never taken for a field.
 * @returns `missing`: the fields without a value, and words in braces that aren't fields. They stay in the text.
 */
export function fillIn(text: string, values: TemplateValues): { text: string; missing: string[] } {
  const missing = new Set<string>()
  const filled = text.replace(FIELD, (field, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name as TemplateField].replace(/[{}]/g, '') : ''
    if (value === '') missing.add(field)
    return value === '' ? field : value
  })
  return { text: filled, missing: [...missing] }
}

/** Words in braces that no template can fill in. */
export const unknownFields = (text: string): string[] =>
  [...text.matchAll(FIELD)].flatMap(([field, name = '']) =>
    (TEMPLATE_FIELDS as readonly string[]).includes(name) ? [] : [field],
  )
