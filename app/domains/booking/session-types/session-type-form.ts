import { z } from 'zod'
import { moneyField, moneyInput } from '~/platform/amounts'
import { ALWAYS, checkbox, choice, line, must, optional, refuse, slug, whole } from '~/platform/fields'
import { type FieldValues, parseForm } from '~/platform/forms'
import { isTime } from '~/platform/text'
import { HOLD_HOURS, HOLD_HOURS_MAX } from '../requirements/model'
import { type SessionTypeEdit, STARTS_KINDS } from './model'
import { questionFields, questionsInWords, questionValues } from './questionnaire-fields'

/** In the order of the form. */
export const SESSION_TYPE_FIELDS = [
  ...['title', 'slug', 'summary', 'service', 'minutes', 'editedPhotos', 'turnaround'],
  ...['price', 'priceUnit', 'deposit', 'setsPrice'],
  ...['published', 'places', 'approval', 'startsKind', 'increment', 'fixedStarts', 'sunsetMinutes'],
  ...['bufferBefore', 'bufferAfter', 'minimumNoticeHours', 'bookingWindowDays', 'dailyLimit'],
  ...['requiresProposal', 'requiresContract', 'requiresDeposit', 'requiresAnswers', 'holdHours'],
]

const LABELS: Record<string, string> = {
  slug: 'URL slug',
  title: 'Title',
  summary: 'Summary',
  service: 'Service',
  minutes: 'Duration',
  editedPhotos: 'Edited photos',
  turnaround: 'Turnaround',
  price: 'Price',
  priceUnit: 'Price per',
  deposit: 'Deposit',
  setsPrice: 'Starting price of its service',
  published: 'Published',
  places: 'Locations',
  approval: 'Approval',
  startsKind: 'Start times',
  increment: 'Start time interval',
  fixedStarts: 'Fixed times',
  sunsetMinutes: 'Minutes before sunset',
  bufferBefore: 'Buffer before',
  bufferAfter: 'Buffer after',
  minimumNoticeHours: 'Minimum notice',
  bookingWindowDays: 'Booking window',
  dailyLimit: 'Daily limit',
  requiresProposal: 'Proposal required',
  requiresContract: 'Required contract',
  requiresDeposit: 'Deposit required',
  requiresAnswers: 'Questionnaire required',
  holdHours: 'Hours to complete',
  questions: 'Questionnaire',
}
export const sessionTypeLabel = (name: string): string => LABELS[name] ?? name

interface Choices {
  placeIds: string[]
  serviceIds: string[]
  /** Of contracts. */
  templateIds: string[]
  isNew: boolean
}

/** Parses the form of a session type. `places` contains ids, one per line. Only a new one has a `slug`. */
export const readSessionType = (posted: FieldValues, choices: Choices) =>
  parseForm(sessionTypeSchema({ ...choices, startsKind: posted.startsKind ?? '' }), posted)

/** @param startsKind as submitted: only the fields of this kind are validated */
function sessionTypeSchema({
  placeIds,
  serviceIds,
  templateIds,
  isNew,
  startsKind,
}: Choices & { startsKind: string }) {
  return z
    .object({
      slug: isNew ? slug('fall-mini') : z.string(),
      title: line({ label: 'Title', max: 80 }),
      summary: line({ label: 'Summary', max: 300 }),
      service: z.string(),
      minutes: whole({ min: 5, max: 1_440, label: 'Duration' }),
      editedPhotos: line({ label: 'Edited photos', max: 60 }),
      turnaround: line({ label: 'Turnaround', max: 60 }),
      price: moneyField({ label: 'Price' }),
      priceUnit: line({ label: 'Price per', max: 40, optional: true }),
      deposit: moneyField({ label: 'Deposit' }),
      setsPrice: checkbox(),
      published: checkbox(),
      places: z.string().transform((typed) => typed.split('\n').filter(Boolean)),
      approval: checkbox(),
      startsKind: choice(STARTS_KINDS, 'Choose how start times work.'),
      increment:
        startsKind === 'interval'
          ? whole({ min: 5, max: 480, label: 'Start time interval' })
          : wholeOr(30, [5, 480]),
      fixedStarts: startTimes(startsKind === 'fixed'),
      sunsetMinutes:
        startsKind === 'sunset'
          ? whole({ min: 0, max: 300, label: 'Minutes before sunset' })
          : wholeOr(60, [0, 300]),
      bufferBefore: whole({ min: 0, max: 480, label: 'Buffer before' }),
      bufferAfter: whole({ min: 0, max: 480, label: 'Buffer after' }),
      minimumNoticeHours: whole({ min: 0, max: 2_160, label: 'Minimum notice' }),
      bookingWindowDays: whole({ min: 1, max: 730, label: 'Booking window' }),
      dailyLimit: optional(whole({ min: 1, max: 99, label: 'Daily limit' })),
      requiresProposal: checkbox(),
      requiresContract: z.string(),
      requiresDeposit: checkbox(),
      requiresAnswers: checkbox(),
      holdHours: whole({ min: 1, max: HOLD_HOURS_MAX, label: 'Hours to complete' }),
      question: questionFields(),
    })
    .superRefine((type, context) => {
      const { places, published, service, setsPrice } = type
      if (type.requiresContract !== '' && !templateIds.includes(type.requiresContract))
        refuse(context, 'requiresContract', 'Choose a contract template from the list.')
      if (type.requiresDeposit && type.deposit === 0)
        refuse(context, 'deposit', 'Enter the deposit that’s required before a booking is confirmed.')
      // With a unit, such as an hour, the price isn't the total.
      else if (type.priceUnit === '' && type.price > 0 && type.deposit > type.price)
        refuse(context, 'deposit', 'Enter a deposit that isn’t more than the price.')
      if (type.requiresAnswers && type.question.length === 0)
        refuse(context, 'requiresAnswers', 'Add at least one question below.')
      if (service !== '' && !serviceIds.includes(service))
        refuse(context, 'service', 'Choose a service from the list.')
      else if (setsPrice && service === '')
        refuse(context, 'service', 'Choose the service that starts at this price.')
      if (places.some((id) => !placeIds.includes(id)))
        refuse(context, 'places', 'Choose locations from the list.')
      else if (published && places.length === 0)
        refuse(context, 'places', 'Choose at least one location, or don’t publish it yet.')
    }, ALWAYS)
    .transform(
      ({
        slug: _,
        service,
        price,
        deposit,
        published,
        approval,
        increment,
        places,
        question,
        requiresProposal,
        requiresContract,
        requiresDeposit,
        requiresAnswers,
        holdHours,
        ...type
      }): SessionTypeEdit => ({
        ...type,
        serviceId: service || null,
        priceCents: price,
        depositCents: deposit,
        places: placeIds.filter((id) => places.includes(id)),
        isPublished: published,
        needsApproval: approval,
        incrementMinutes: increment,
        questions: question,
        requirements:
          requiresProposal || requiresContract !== '' || requiresDeposit || requiresAnswers
            ? {
                ...(requiresProposal ? { proposal: true } : {}),
                template: requiresContract || null,
                deposit: requiresDeposit,
                questionnaire: requiresAnswers,
                hours: holdHours,
              }
            : null,
      }),
    )
}

/** A whole number in a field that the chosen kind doesn't use: the typed value if valid, else the default. */
const wholeOr = (otherwise: number, [min, max]: [min: number, max: number]) =>
  z.string().transform((typed) => {
    const number = /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : Number.NaN
    return number >= min && number <= max ? number : otherwise
  })

const startTimes = (isNeeded: boolean) =>
  z
    .string()
    .transform((typed) => typed.split(/[\s,;]+/).filter(Boolean))
    .check(
      must(
        (times) => !isNeeded || (areTimes(times) && times.length > 0),
        'Enter up to 24 times separated by commas, such as 09:00, 11:30, 14:00.',
      ),
    )
    .transform((times) => (areTimes(times) ? [...new Set(times)].toSorted() : []))

const areTimes = (times: string[]): boolean => times.every(isTime) && times.length <= 24

/** The form's values. */
export function sessionTypeValues(type: SessionTypeEdit & { slug: string }): FieldValues {
  return {
    slug: type.slug,
    ...{ title: type.title, summary: type.summary, minutes: String(type.minutes) },
    ...{ editedPhotos: type.editedPhotos, turnaround: type.turnaround, service: type.serviceId ?? '' },
    ...{
      price: moneyInput(type.priceCents),
      priceUnit: type.priceUnit,
      deposit: moneyInput(type.depositCents),
      setsPrice: type.setsPrice ? 'yes' : '',
    },
    ...{ published: type.isPublished ? 'yes' : '', places: type.places.join('\n') },
    ...{ approval: type.needsApproval ? 'yes' : '', startsKind: type.startsKind },
    ...{ increment: String(type.incrementMinutes), fixedStarts: type.fixedStarts.join(', ') },
    ...{ sunsetMinutes: String(type.sunsetMinutes), bufferBefore: String(type.bufferBefore) },
    ...{ bufferAfter: String(type.bufferAfter), minimumNoticeHours: String(type.minimumNoticeHours) },
    ...{
      bookingWindowDays: String(type.bookingWindowDays),
      dailyLimit: type.dailyLimit === null ? '' : String(type.dailyLimit),
    },
    requiresProposal: type.requirements?.proposal ? 'yes' : '',
    requiresContract: type.requirements?.template ?? '',
    requiresDeposit: type.requirements?.deposit ? 'yes' : '',
    requiresAnswers: type.requirements?.questionnaire ? 'yes' : '',
    holdHours: String(type.requirements?.hours ?? HOLD_HOURS),
    ...questionValues(type.questions),
  }
}

export const NEW_SESSION_TYPE: FieldValues = {
  ...{ minutes: '60', price: '', deposit: '', approval: 'yes', startsKind: 'interval', increment: '30' },
  ...{
    sunsetMinutes: '60',
    bufferBefore: '0',
    bufferAfter: '15',
    minimumNoticeHours: '24',
    bookingWindowDays: '180',
    holdHours: String(HOLD_HOURS),
  },
}

/** As text for the activity log. @param titles of services, locations and contract templates, by id */
export function sessionTypeInWords(type: SessionTypeEdit, titles: ReadonlyMap<string, string>): FieldValues {
  const { slug: _, ...values } = sessionTypeValues({ ...type, slug: '' })
  const rest = Object.entries(values).filter(([name]) => !name.startsWith('question.'))
  return {
    ...Object.fromEntries(rest),
    service: titles.get(type.serviceId ?? '') ?? '',
    places: type.places.map((id) => titles.get(id) ?? '').join(', '),
    requiresContract: titles.get(type.requirements?.template ?? '') ?? '',
    questions: questionsInWords(type.questions),
  }
}
