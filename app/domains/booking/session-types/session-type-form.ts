import { dollarsInput } from '~/ui/money'
import { type FieldValues, isSlug, isTime, type ReadDraft, readingFields, type Sent } from '../rule-fields'
import { type SessionTypeEdit, STARTS_KINDS } from './model'
import { questionsInWords, questionValues, readQuestions } from './questionnaire-fields'

/** In the order of the form. */
export const SESSION_TYPE_FIELDS = [
  ...[
    'title',
    'slug',
    'summary',
    'minutes',
    'finishedPhotographs',
    'readyIn',
    'price',
    'priceUnit',
    'deposit',
  ],
  ...['published', 'places', 'approval', 'startsKind', 'increment', 'fixedStarts', 'sunsetMinutes'],
  ...['bufferBefore', 'bufferAfter', 'noticeHours', 'horizonDays', 'dailyLimit'],
]

const LABELS: Record<string, string> = {
  slug: 'URL slug',
  title: 'Title',
  summary: 'Summary',
  minutes: 'Duration',
  finishedPhotographs: 'Edited photos',
  readyIn: 'Turnaround',
  price: 'Price',
  priceUnit: 'Price per',
  deposit: 'Deposit',
  published: 'Published',
  places: 'Locations',
  approval: 'Approval',
  startsKind: 'Start times',
  increment: 'Start time interval',
  fixedStarts: 'Fixed times',
  sunsetMinutes: 'Minutes before sunset',
  bufferBefore: 'Buffer before',
  bufferAfter: 'Buffer after',
  noticeHours: 'Minimum notice',
  horizonDays: 'Booking window',
  dailyLimit: 'Daily limit',
  questions: 'Questionnaire',
}
export const sessionTypeLabel = (name: string): string => LABELS[name] ?? name

/** Reads the form of a session type. `sent.places` holds ids, one a line; `slug` is read of a new one alone. */
export function readSessionType(
  sent: Sent,
  { placeIds, isNew }: { placeIds: string[]; isNew: boolean },
): ReadDraft<SessionTypeEdit> {
  const { errors, refuse, line, whole, cents, choice } = readingFields(sent)
  if (isNew && !isSlug(sent('slug').trim()))
    refuse('slug', 'Use lowercase letters, numbers, and single hyphens, such as fall-mini.')
  const chosen = sent('places').split('\n').filter(Boolean)
  if (chosen.some((id) => !placeIds.includes(id))) refuse('places', 'Choose locations from the list.')
  const isPublished = sent('published') === 'yes'
  if (isPublished && chosen.length === 0)
    refuse('places', 'Choose at least one location, or don’t publish it yet.')
  const startsKind = choice('startsKind', STARTS_KINDS, 'Choose how start times work.')
  const limit = sent('dailyLimit').trim()
  const draft: SessionTypeEdit = {
    title: line('title', 'Title', { max: 80 }),
    summary: line('summary', 'Summary', { max: 300 }),
    minutes: whole('minutes', 'Duration', [5, 1_440]),
    finishedPhotographs: line('finishedPhotographs', 'Edited photos', { max: 60 }),
    readyIn: line('readyIn', 'Turnaround', { max: 60 }),
    priceCents: cents('price', 'Price'),
    priceUnit: line('priceUnit', 'Price per', { max: 40, optional: true }),
    depositCents: cents('deposit', 'Deposit'),
    places: placeIds.filter((id) => chosen.includes(id)),
    isPublished,
    needsApproval: sent('approval') === 'yes',
    startsKind,
    // Only what the chosen kind of starts needs can be wrong.
    incrementMinutes:
      startsKind === 'interval'
        ? whole('increment', 'Start time interval', [5, 480])
        : wholeOr(sent('increment'), 30, [5, 480]),
    sunsetMinutes:
      startsKind === 'sunset'
        ? whole('sunsetMinutes', 'Minutes before sunset', [0, 300])
        : wholeOr(sent('sunsetMinutes'), 60, [0, 300]),
    fixedStarts: readTimes(sent('fixedStarts'), startsKind === 'fixed', refuse),
    bufferBefore: whole('bufferBefore', 'Buffer before', [0, 480]),
    bufferAfter: whole('bufferAfter', 'Buffer after', [0, 480]),
    noticeHours: whole('noticeHours', 'Minimum notice', [0, 2_160]),
    horizonDays: whole('horizonDays', 'Booking window', [1, 730]),
    dailyLimit: limit === '' ? null : whole('dailyLimit', 'Daily limit', [1, 99]),
    questions: [],
  }
  const read = readQuestions(sent)
  Object.assign(errors, read.errors)
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  return { ok: true, draft: { ...draft, questions: read.questions } }
}

function wholeOr(text: string, otherwise: number, [min, max]: [min: number, max: number]): number {
  const number = /^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN
  return number >= min && number <= max ? number : otherwise
}

function readTimes(
  text: string,
  isNeeded: boolean,
  refuse: (name: string, sentence: string) => void,
): string[] {
  const times = text.split(/[\s,;]+/).filter(Boolean)
  const isRight = times.every(isTime) && times.length <= 24
  if (isNeeded && (!isRight || times.length === 0))
    refuse('fixedStarts', 'Enter up to 24 times separated by commas, such as 09:00, 11:30, 14:00.')
  return isRight ? [...new Set(times)].toSorted() : []
}

/** What the form shows. */
export function sessionTypeValues(type: SessionTypeEdit & { slug: string }): FieldValues {
  return {
    slug: type.slug,
    ...{ title: type.title, summary: type.summary, minutes: String(type.minutes) },
    ...{ finishedPhotographs: type.finishedPhotographs, readyIn: type.readyIn },
    ...{
      price: dollarsInput(type.priceCents),
      priceUnit: type.priceUnit,
      deposit: dollarsInput(type.depositCents),
    },
    ...{ published: type.isPublished ? 'yes' : '', places: type.places.join('\n') },
    ...{ approval: type.needsApproval ? 'yes' : '', startsKind: type.startsKind },
    ...{ increment: String(type.incrementMinutes), fixedStarts: type.fixedStarts.join(', ') },
    ...{ sunsetMinutes: String(type.sunsetMinutes), bufferBefore: String(type.bufferBefore) },
    ...{ bufferAfter: String(type.bufferAfter), noticeHours: String(type.noticeHours) },
    ...{
      horizonDays: String(type.horizonDays),
      dailyLimit: type.dailyLimit === null ? '' : String(type.dailyLimit),
    },
    ...questionValues(type.questions),
  }
}

export const NEW_SESSION_TYPE: FieldValues = {
  ...{ minutes: '60', price: '', deposit: '', approval: 'yes', startsKind: 'interval', increment: '30' },
  ...{ sunsetMinutes: '60', bufferBefore: '0', bufferAfter: '15', noticeHours: '24', horizonDays: '180' },
}

/** The same as the audit tells it. */
export function sessionTypeInWords(
  type: SessionTypeEdit,
  placeTitles: ReadonlyMap<string, string>,
): FieldValues {
  const { slug: _, ...values } = sessionTypeValues({ ...type, slug: '' })
  const told = Object.entries(values).filter(([name]) => !name.startsWith('question.'))
  return {
    ...Object.fromEntries(told),
    places: type.places.map((id) => placeTitles.get(id) ?? '').join(', '),
    questions: questionsInWords(type.questions),
  }
}
