import { fieldsSentence, type TemplateValues } from '~/platform/template-fields'
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

/** "{firstName}, {name}, …" */
export const FIELDS_SENTENCE = fieldsSentence(TEMPLATE_FIELDS)

export function templateValues(
  message: ContactMessage,
  studioName: string,
): TemplateValues<(typeof TEMPLATE_FIELDS)[number]> {
  const { name, subject, eventDate = '', shootKind = '', place = '' } = message
  return {
    firstName: name.trim().split(/\s+/)[0] ?? '',
    ...{ name, subject, shootKind, location: place, studioName },
    eventDate: eventDate === '' ? '' : fullDate(eventDate),
  }
}
