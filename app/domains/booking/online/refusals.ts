import { CONSENT_CHANGED } from './cards'

/** A payment that wasn't started. */
export type PaymentRefused =
  | { reason: 'tip'; sentence: string }
  /** What the client agreed to isn't what is due anymore. */
  | { reason: 'consent' }
  /** The payment that the form was for. */
  | { reason: 'already-paid' }
  /** `just-paid`: the payment before it has arrived. `refused`: the provider doesn't accept it. `busy`: try again. */
  | { reason: 'nothing-due' | 'just-paid' | 'refused' | 'busy' }

/** Why nothing was charged, for the page from which a client wanted to pay. */
export function paymentRefusal(refused: PaymentRefused): { status: number; sentence: string } {
  switch (refused.reason) {
    case 'tip':
      return { status: 422, sentence: refused.sentence }
    case 'consent':
      return { status: 409, sentence: CONSENT_CHANGED }
    case 'nothing-due':
      return { status: 409, sentence: 'There’s nothing to pay right now. Here’s the latest.' }
    case 'already-paid':
      return {
        status: 409,
        sentence: 'This payment has already been made, so nothing was charged. Here’s the latest.',
      }
    case 'just-paid':
      return {
        status: 409,
        sentence: 'We have your payment, so nothing more was charged. Here’s the latest.',
      }
    case 'refused':
      return {
        status: 409,
        sentence: 'This can’t be paid online. Please contact us to pay another way.',
      }
    case 'busy':
      return {
        status: 503,
        sentence: 'We couldn’t reach Stripe, so nothing was charged just now. Please try again.',
      }
  }
}
