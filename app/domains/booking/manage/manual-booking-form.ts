import { z } from 'zod'
import { checkbox, choice, dollars, optional } from '~/platform/fields'
import type { Question } from '../availability/model'
import { type DetailsAsked, detailsFields, detailsOf } from '../booking-form'
import { startOf, wallStartFields } from './wall-start'

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
  'price',
  'state',
  'tell',
  'anyway',
] as const

export type ManualBooking = z.output<ReturnType<typeof manualBookingSchema>>

interface ManualChoices {
  types: readonly { id: string }[]
  places: readonly { id: string }[]
  zone: string
}

/** A booking that the studio enters. All questions are optional here: they can be answered later. */
export function manualBookingSchema(asked: DetailsAsked, { types, places, zone }: ManualChoices) {
  const studioAsks: DetailsAsked = {
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
      price: optional(dollars({ error: 'Enter the price in dollars, such as 285, or leave it blank.' })),
      state: choice(['requested', 'confirmed'], 'Choose a status.'),
      tell: checkbox(),
      anyway: checkbox(),
    })
    .transform(({ price, state, tell, anyway, date, time, which, ...fields }, context) => ({
      startsAt: startOf({ date, time, which }, zone, context),
      details: detailsOf(fields, studioAsks),
      /** undefined: what the session type costs. */
      priceCents: price ?? undefined,
      state,
      isTold: tell,
      /** Off the rules, on purpose. */
      anyway,
    }))
}

/** The questions of the session type in the form. */
export const questionsOf = (
  types: readonly { id: string; questions: Question[] }[],
  type: string,
): Question[] => types.find(({ id }) => id === type)?.questions ?? []
