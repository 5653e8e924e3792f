import { z } from 'zod'
import type { PostedFields } from '~/platform/forms'
import { money } from '~/platform/money'
import type { ShownCard } from './cards'

/** Asks the provider about a payment and records what is true. */
export const SETTLE_PAYMENT = 'settle-online-payment'
export const settlePayload = z.object({
  payment: z.string().nullable(),
  checkout: z.string().nullable(),
  intent: z.string().nullable(),
})

/** Asks the provider to refund. */
export const SEND_REFUND = 'send-online-refund'
export const refundPayload = z.object({ refund: z.string() })

/** Asks the provider to end a checkout whose amount was paid another way, or isn't due anymore. */
export const END_CHECKOUT = 'end-online-checkout'
export const endPayload = z.object({ payment: z.string() })

/** Asks the provider for everything that never arrived. */
export const RECONCILE_PAYMENTS = 'reconcile-online-payments'
export const reconcilePayload = z.object({})

/** Asks the provider to charge a saved card. */
export const CHARGE_CARD = 'charge-saved-card'
export const chargePayload = z.object({ payment: z.string() })

/** Asks the provider to forget a card. */
export const DETACH_CARD = 'detach-saved-card'
export const detachPayload = z.object({ card: z.string() })

/** Announces charges of saved cards, and makes those that are due. */
export const CHARGE_CARDS = 'charge-saved-cards'

/** What a client can pay: the next due payment, or everything. */
const PAYABLE = ['next', 'all'] as const
export type Payable = (typeof PAYABLE)[number]

/** What the form of the pay buttons asks for. */
export interface SentPart {
  part: Payable
  /** The payment that the page showed as next, as in `PayableNow`; 0: the form doesn't say. */
  upTo?: number
}

/** @returns undefined: the form isn't ours */
export function readSentPart(form: Pick<PostedFields, 'get'>): SentPart | undefined {
  const part = PAYABLE.find((each) => each === form.get('part'))
  return part && { part, upTo: Number(form.get('upTo')) }
}

/** What a client can pay online now. Amounts in minor units. */
export interface PayableNow {
  next: number
  /** The same as `next` if nothing else is owed. */
  all: number
  purpose: 'deposit' | 'balance'
  /** What will have been received once `next` is paid. It names that payment in a form. */
  upTo: number
}

export interface PayButton extends Required<SentPart> {
  label: string
}

export const payButtons = ({ next, all, upTo }: PayableNow): PayButton[] => [
  { part: 'next', label: `Pay ${money(next)}`, upTo },
  ...(all > next ? [{ part: 'all' as const, label: `Pay everything (${money(all)})`, upTo }] : []),
]

/** A page of the provider on which a client can pay now. */
export interface OpenCheckout {
  url: string
  /** What is paid: "Deposit for Portrait session, DE-4K7PQ2" */
  title: string
  /** With the tip: "$295" */
  amount: string
  /** "$10"; '': none. */
  tip: string
}

export interface OnlineView {
  payable: PayableNow | null
  /** Whether clients can add a tip. */
  tips: boolean
  /** A payment that the client's bank is still carrying out, in minor units; 0: none. */
  processing: number
  /** The words of the consent with which a card is saved for the later payments; '': none can be saved. */
  consent: string
  card: ShownCard | undefined
}

/** What became of the last payment that a client started. */
export interface LastPayment {
  state: 'waiting' | 'failed' | 'received'
  cents: number
}

/** For a client who returns from the provider's page, or opens that address again. */
export interface ReturnNews {
  words: string
  state: LastPayment['state']
}

/** @param last null: none, or it expired or was refunded */
export const returnNews = (last: LastPayment | null): ReturnNews | null =>
  last && { words: RETURN_WORDS[last.state](money(last.cents)), state: last.state }

const RETURN_WORDS: Record<LastPayment['state'], (amount: string) => string> = {
  waiting: () =>
    'If you’ve just paid, thank you. Your payment shows up here once it’s confirmed, usually within a minute.',
  failed: (amount) => `Your payment of ${amount} didn’t go through. You can try again, or pay another way.`,
  received: (amount) => `Thank you. We received your payment of ${amount}.`,
}
