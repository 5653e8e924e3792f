import { withLineFeeds } from '~/platform/text'
import { type ClientDetails, type FieldErrors, readDetails } from '../../booking-form'
import { readAmount } from '../payments/payment-form'
import { readWallStart } from '../starting/wall-start'

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
 * Reads a booking that somebody of the studio takes down. The questions of the session type are not asked: they can be
 * answered later.
 * @param asksAddress the place is the client's
 */
export function readByHand(
  get: (name: string) => string,
  { asksAddress, zone }: { asksAddress: boolean; zone: string },
): { ok: true; byHand: ByHand } | { ok: false; errors: FieldErrors } {
  const read = readDetails((name) => (name === 'notes' ? withLineFeeds(get(name)) : get(name)), {
    asksAddress,
    questions: [],
  })
  const start = readWallStart({ date: get('date'), time: get('time'), which: get('which') }, zone)
  const price = get('price').trim()
  const priceCents = price === '' ? undefined : readAmount(price)
  const state = ({ requested: 'requested', confirmed: 'confirmed' } as const)[get('state')]
  const errors: FieldErrors = {
    ...(start.ok ? {} : start.errors),
    ...(read.ok ? {} : read.errors),
    ...(price !== '' && priceCents === undefined
      ? { price: 'Enter the price in dollars, such as 285, or leave it empty.' }
      : {}),
    ...(state ? {} : { state: 'Choose whether it is confirmed.' }),
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
