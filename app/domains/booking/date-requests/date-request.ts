import { emailError, nameError, phoneError } from '~/platform/person-fields'
import { isCleanText, withLineFeeds } from '~/platform/text'
import { dayLabel } from '~/platform/time'
import type { Place, SessionType } from '../model'

export const NOTES_MAX = 2_000
export const PARTY_MAX = 50
/** How far ahead a date may be asked for. */
export const MONTHS_AHEAD = 18

export const DAY_PARTS = ['morning', 'afternoon', 'any'] as const
export type DayPart = (typeof DAY_PARTS)[number]

export type DateRequestField =
  | 'service'
  | 'location'
  | 'date'
  | 'dayPart'
  | 'name'
  | 'email'
  | 'phone'
  | 'partySize'
  | 'notes'

/** A session that somebody would like to have on a day. */
export interface DateRequest {
  type: SessionType
  place: Place
  /** YYYY-MM-DD in the studio’s zone. */
  date: string
  dayPart: DayPart
  name: string
  email: string
  phone: string
  partySize: number
  notes: string
}

/** The dates that may be asked for, both included. */
export interface DateRange {
  firstDate: string
  lastDate: string
}

/** From tomorrow on. A month that has no such day ends earlier. */
export function requestableDates(today: string): DateRange {
  const day = Temporal.PlainDate.from(today)
  return {
    firstDate: day.add({ days: 1 }).toString(),
    lastDate: day.add({ months: MONTHS_AHEAD }).toString(),
  }
}

type Errors = Partial<Record<DateRequestField, string>>

/** Reads the form. Every field that has to be mended gets a sentence. */
export function readDateRequest(
  fields: Record<DateRequestField, string>,
  types: SessionType[],
  range: DateRange,
): { ok: true; request: DateRequest } | { ok: false; errors: Errors } {
  const name = fields.name.trim()
  const email = fields.email.trim()
  const phone = fields.phone.trim()
  const date = fields.date.trim()
  const notes = withLineFeeds(fields.notes).trim()
  const type = types.find(({ slug }) => slug === fields.service)
  const place = type && placeOf(type, fields.location)
  const dayPart = fields.dayPart === '' ? 'any' : DAY_PARTS.find((part) => part === fields.dayPart)
  const partySize = fields.partySize.trim() === '' ? 1 : wholeNumber(fields.partySize)

  const found: Record<DateRequestField, string | undefined> = {
    service: type ? undefined : 'Choose a session.',
    location: type && !place ? `Choose a place where we offer “${type.title}”.` : undefined,
    date: dateError(date, range),
    dayPart: dayPart ? undefined : 'Choose morning, afternoon or either.',
    name: nameError(name),
    email: emailError(email),
    phone: phoneError(phone),
    partySize:
      partySize >= 1 && partySize <= PARTY_MAX ? undefined : `Enter how many people, from 1 to ${PARTY_MAX}.`,
    notes: notesError(notes),
  }
  const errors: Errors = Object.fromEntries(Object.entries(found).filter(([, error]) => error !== undefined))
  if (Object.keys(errors).length > 0 || !type || !place || !dayPart) return { ok: false, errors }
  return { ok: true, request: { type, place, date, dayPart, name, email, phone, partySize, notes } }
}

/** The place of that slug, or the default one when none is named, if the session is offered there. */
const placeOf = ({ places }: SessionType, slug: string): Place | undefined =>
  slug === ''
    ? (places.find(({ isDefault }) => isDefault) ?? places[0])
    : places.find((place) => place.slug === slug)

const wholeNumber = (text: string): number => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN)

function dateError(date: string, { firstDate, lastDate }: DateRange): string | undefined {
  if (date === '') return 'Choose a day.'
  if (!isCalendarDate(date)) return 'Choose a day that exists, such as 2026-11-28.'
  // ISO dates sort as text.
  if (date < firstDate) return `Choose a day from ${dayLabel(firstDate)} on.`
  if (date > lastDate) return `Choose a day within the next ${MONTHS_AHEAD} months.`
  return undefined
}

function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  try {
    return Temporal.PlainDate.from(text).toString() === text
  } catch {
    return false
  }
}

function notesError(notes: string): string | undefined {
  if (notes.length > NOTES_MAX)
    return `Shorten your notes to ${NOTES_MAX.toLocaleString('en-US')} characters.`
  if (!isCleanText(notes))
    return 'Your notes hold control characters that can’t be sent. Type them again as plain text.'
  return undefined
}
