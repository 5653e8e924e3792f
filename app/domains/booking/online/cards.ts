import { money } from '~/platform/money'
import { fullDate } from '~/platform/time'

/** A later payment of a booking: its day (YYYY-MM-DD) and amount in minor units. */
export interface LaterPart {
  dueOn: string
  cents: number
}

/** Days before a due date on which its charge is announced. */
export const ANNOUNCED_DAYS = 3

/** Raised with every change of the words. */
export const CONSENT_VERSION = 1

/** What a client agrees to when they save their card. It is kept word for word. */
export const consentWords = (parts: readonly LaterPart[]): string =>
  `Save my card with Stripe and charge it for the remaining payments of this booking when they’re due: ${partsWords(parts)}. You’ll email me before each charge. If my session moves, the dates move with it. I can remove my card on my booking’s page at any time.`

/** Said to a client whose form shows other payments than those that are due now. */
export const CONSENT_CHANGED =
  'What’s due just changed, so your card isn’t saved and you haven’t been charged. Check the payments and try again.'

/** "$105 on Monday, December 1, 2026, and $105 on Friday, December 5, 2026" */
export const partsWords = (parts: readonly LaterPart[]): string =>
  new Intl.ListFormat('en-US').format(
    parts.map(({ dueOn, cents }) => `${money(cents)} on ${fullDate(dueOn)}`),
  )

const BRANDS: Record<string, string> = {
  ...{ amex: 'American Express', diners: 'Diners Club', discover: 'Discover', jcb: 'JCB' },
  ...{ mastercard: 'Mastercard', unionpay: 'UnionPay', visa: 'Visa' },
}

/** "Visa ending in 4242" */
export const cardName = ({ brand, last4 }: { brand: string; last4: string }): string =>
  `${BRANDS[brand] ?? 'Card'} ending in ${last4}`

/** A saved card, as the client's page and the Studio show it. */
export interface ShownCard {
  /** "Visa ending in 4242" */
  name: string
  /** What it will be charged: "$105 on …"; '' for nothing. */
  charges: string
  /** The words that the client agreed to, and when. */
  words: string
  agreed: string
}
