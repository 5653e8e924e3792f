import { parseDollars } from '~/platform/money'
import { withLineFeeds } from '~/platform/text'
import type { Question } from '../availability/model'
import { type ClientDetails, type FieldErrors, readDetails } from '../booking-form'
import { readWallStart } from './wall-start'

/** In the order of the form. */
export const BY_HAND_FIELDS = [
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

export interface ByHand {
  startsAt: number
  details: ClientDetails
  /** undefined: what the session type costs. */
  priceCents: number | undefined
  state: 'requested' | 'confirmed'
  isTold: boolean
  /** Off the rules, on purpose. */
  anyway: boolean
}

/**
 * Reads a booking that somebody of the studio takes down. The questions of the session type may stay open, whatever it
 * asks of clients: they can be answered later.
 * @param asksAddress the place is the client's
 */
export function readByHand(
  get: (name: string) => string,
  { asksAddress, questions, zone }: { asksAddress: boolean; questions: Question[]; zone: string },
): { ok: true; byHand: ByHand } | { ok: false; errors: FieldErrors } {
  const read = readDetails((name) => (name === 'notes' ? withLineFeeds(get(name)) : get(name)), {
    asksAddress,
    questions: questions.map((question) => ({ ...question, required: false })),
    whose: 'their',
  })
  const start = readWallStart({ date: get('date'), time: get('time'), which: get('which') }, zone)
  const price = get('price').trim()
  const priceCents = price === '' ? undefined : parseDollars(price)
  const state = ({ requested: 'requested', confirmed: 'confirmed' } as const)[get('state')]
  const errors: FieldErrors = {
    ...(start.ok ? {} : start.errors),
    ...(read.ok ? {} : read.errors),
    ...(price !== '' && priceCents === undefined
      ? { price: 'Enter the price in dollars, such as 285, or leave it blank.' }
      : {}),
    ...(state ? {} : { state: 'Choose a status.' }),
  }
  if (!start.ok || !read.ok || !state || Object.keys(errors).length > 0) return { ok: false, errors }
  return {
    ok: true,
    byHand: {
      startsAt: start.startsAt,
      details: read.details,
      priceCents,
      state,
      isTold: get('tell') === 'yes',
      anyway: get('anyway') === 'yes',
    },
  }
}

/** What the session type that a form names asks. */
export const questionsOf = (
  types: readonly { id: string; questions: Question[] }[],
  type: string,
): Question[] => types.find(({ id }) => id === type)?.questions ?? []
