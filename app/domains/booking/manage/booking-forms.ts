import { z } from 'zod'
import { currencyName, moneyField } from '~/platform/amounts'
import { checkbox, choice, date, optional, plainLine, refuse, text, textBy, time } from '~/platform/fields'
import type { Question } from '../availability/model'
import { instantsOf } from '../availability/wall-time'
import { type DetailsOptions, detailsFields, detailsOf, slotField } from '../booking-form'
import { CLIENT_NOTE_MAX, NOTE_MAX } from './model'

/** In the order of the form. */
export const MANUAL_BOOKING_FIELDS = [
  'type',
  'place',
  'date',
  'time',
  'which',
  'name',
  'email',
  'phone',
  'partySize',
  'address',
  'notes',
  'note',
  'price',
  'state',
  'notify',
  'anyway',
] as const

export type ManualBooking = z.output<ReturnType<typeof manualBookingSchema>>

interface ManualChoices {
  types: readonly { id: string }[]
  places: readonly { id: string }[]
  zone: string
}

/** Schema of a booking that the studio adds. All questions are optional, since they can be answered later. */
export function manualBookingSchema(asked: DetailsOptions, { types, places, zone }: ManualChoices) {
  const studioAsks: DetailsOptions = {
    ...asked,
    questions: asked.questions.map((question) => ({ ...question, required: false })),
    whose: 'their',
  }
  return z
    .object({
      type: choice(
        types.map(({ id }) => id),
        'Choose a session.',
      ),
      place: choice(
        places.map(({ id }) => id),
        'Choose a location.',
      ),
      ...wallStartFields(),
      ...detailsFields(studioAsks),
      ...noteField(),
      price: optional(
        moneyField({
          error: () => `Enter the price in ${currencyName()}, such as 285, or leave it blank.`,
        }),
      ),
      state: choice(['requested', 'held', 'confirmed'], 'Choose a status.'),
      notify: checkbox(),
      anyway: checkbox(),
    })
    .transform(({ note, price, state, notify, anyway, date, time, which, ...fields }, context) => ({
      startsAt: startOf({ date, time, which }, zone, context),
      details: detailsOf(fields, studioAsks),
      privateNote: note,
      /** undefined: the session type's price. */
      priceCents: price ?? undefined,
      state,
      notifies: notify,
      /** Whether to book despite the warnings about booking rules. */
      anyway,
    }))
}

/** The questions of the session type in the form. */
export const questionsOf = (
  types: readonly { id: string; questions: Question[] }[],
  type: string,
): Question[] => types.find(({ id }) => id === type)?.questions ?? []

export const SUBJECT_MAX = 150
export const MESSAGE_MAX = 5_000

/** Schema of a message to a client. */
export const messageSchema = () =>
  z.object({
    subject: plainLine({ max: SUBJECT_MAX, required: 'Enter a subject.', what: 'the subject' }),
    message: text({ max: MESSAGE_MAX, required: 'Enter a message.', what: 'the message' }),
  })

const noteField = () => ({ note: text({ max: NOTE_MAX, what: 'the note' }) })

/** Schema of the note that only the studio reads. */
export const noteSchema = () => z.object(noteField())

const wordsFields = () => ({ words: text({ max: CLIENT_NOTE_MAX, what: 'your message' }) })

/** Schema of the optional message to the client with a decision. */
export const optionalMessageSchema = () => z.object(wordsFields())

/**
 * Schema of a reschedule by the studio: to a listed start, or to any date and time.
 * @param get returns a posted field; which fields are checked depends on the chosen option
 */
export function rescheduleSchema(get: (name: string) => string, zone: string) {
  const others = { ...wordsFields(), asksToAccept: checkbox(), anyway: checkbox() }
  if (get('slot') === '' || get('slot') === 'other')
    return z
      .object({ ...wallStartFields(), ...others })
      .transform(({ date, time, which, ...move }, context) => ({
        startsAt: startOf({ date, time, which }, zone, context),
        ...move,
      }))
  const listed = textBy(
    () => get('time') === '',
    'You picked an open time and entered a custom one. Choose “Custom time,” or clear the custom fields.',
  ).pipe(slotField('Choose a time from the list.'))
  return z.object({ slot: listed, ...others }).transform(({ slot, ...move }) => ({ startsAt: slot, ...move }))
}

export type WallStartField = 'date' | 'time' | 'which'

/** A start by the studio's clock. For an hour that occurs twice, `which` is `first` or `second`. */
export const wallStartFields = () => ({
  date: date({ from: '2000-01-01', until: '2100-12-31' }),
  time: time('Enter a time, such as 14:30.'),
  which: z.string(),
})

/** @returns milliseconds since 1970; an error if the clock skips this time */
export function startOf(
  { date: day, time: at, which }: Record<WallStartField, string>,
  zone: string,
  context: Parameters<typeof refuse>[0],
): number {
  const [first, second] = instantsOf(day, at, zone)
  if (first === undefined) {
    refuse(
      context,
      'time',
      'That time doesn’t exist that night because clocks spring forward. Choose another time.',
    )
    return z.NEVER
  }
  if (second !== undefined && which !== 'first' && which !== 'second')
    refuse(context, 'which', 'Clocks fall back that night, so that time happens twice. Choose which one.')
  return which === 'second' && second !== undefined ? second : first
}
