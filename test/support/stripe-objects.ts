import type Stripe from 'stripe'

/** What we use of Stripe's objects. The package's types are made from Stripe's published description. */
export type Session = Pick<
  Stripe.Checkout.Session,
  | 'id'
  | 'object'
  | 'url'
  | 'status'
  | 'payment_status'
  | 'client_reference_id'
  | 'amount_total'
  | 'currency'
  | 'metadata'
> & { payment_intent: string | null; customer: string | null; expires_at: number }
export type Intent = Pick<
  Stripe.PaymentIntent,
  'id' | 'object' | 'status' | 'amount' | 'currency' | 'metadata' | 'setup_future_usage'
> & { customer: string | null; payment_method: string | null }
export type Method = Pick<Stripe.PaymentMethod, 'id' | 'object' | 'type'> & {
  customer: string | null
  card: Pick<Stripe.PaymentMethod.Card, 'brand' | 'last4'>
}
export type Refund = Pick<
  Stripe.Refund,
  'id' | 'object' | 'amount' | 'status' | 'currency' | 'metadata' | 'created'
> & {
  payment_intent: string
}
export type Dispute = Pick<Stripe.Dispute, 'id' | 'object' | 'amount' | 'status' | 'currency'> & {
  payment_intent: string
}
export type Event = Pick<
  Stripe.Event,
  'id' | 'object' | 'api_version' | 'created' | 'livemode' | 'pending_webhooks'
> & {
  type: string
  data: { object: object }
}

export interface StripeExchange {
  method: string
  path: string
  query: URLSearchParams
  form: URLSearchParams
  status: number
  body: object
}

/** The metadata in a request's form. */
export const metadataIn = (form: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const [, key] = /^metadata\[(\w+)\]$/.exec(name) ?? []
      return key === undefined ? [] : [[key, value]]
    }),
  )
