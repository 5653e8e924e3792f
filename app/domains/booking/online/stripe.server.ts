import type Stripe from 'stripe'
import type { StripeSettings } from '~/platform/config.server'
import type { CheckoutFacts, CheckoutRequest, PaymentProvider, ProviderEvent } from './provider'

/** How long a client can pay on Stripe's page, in ms. Stripe accepts 30 minutes to 24 hours. */
const CHECKOUT_MS = 60 * 60_000
/** Oldest signature that is accepted, in seconds. */
const TOLERANCE_S = 300

/** The events to which the endpoint at Stripe has to be subscribed. */
export const EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const satisfies Stripe.Event['type'][]

const clients = new WeakMap<StripeSettings, Promise<Stripe>>()

/** The package is loaded with the first use, so that a site without a key never loads it. */
export function clientOf(settings: StripeSettings): Promise<Stripe> {
  const known = clients.get(settings)
  if (known) return known
  const made = import('stripe').then(({ default: Client }) => {
    const { hostname, port, protocol } = new URL(settings.apiUrl)
    return new Client(settings.secretKey, {
      host: hostname,
      port: port || (protocol === 'https:' ? 443 : 80),
      protocol: protocol === 'https:' ? 'https' : 'http',
      maxNetworkRetries: 2,
      timeout: 20_000,
      telemetry: false,
    })
  })
  clients.set(settings, made)
  return made
}

/** Stripe's hosted Checkout: https://docs.stripe.com/api/checkout/sessions */
export function stripeProvider(settings: StripeSettings): PaymentProvider {
  const client = () => clientOf(settings)
  return {
    openCheckout: async (request) => {
      const { checkout } = await client()
      try {
        const session = await checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: request.id,
            line_items: [
              lineOf(request, request.title, request.amountCents - request.tipCents),
              ...(request.tipCents > 0 ? [lineOf(request, 'Tip', request.tipCents)] : []),
            ],
            ...(request.email === null ? {} : { customer_email: request.email }),
            success_url: request.paidUrl,
            cancel_url: request.backUrl,
            expires_at: Math.floor((request.createdAt + CHECKOUT_MS) / 1_000),
            metadata: { payment: request.id, ...keptOf(request) },
            payment_intent_data: {
              description: request.title,
              metadata: { payment: request.id },
              ...(request.savesCard ? { setup_future_usage: 'off_session' } : {}),
            },
            ...(request.savesCard ? { customer_creation: 'always', payment_method_types: ['card'] } : {}),
          },
          { idempotencyKey: `checkout ${request.id}` },
        )
        if (!session.url) throw new Error('Stripe opened a checkout without an address.')
        return { ok: true, id: session.id, url: session.url }
      } catch (error) {
        const { type, statusCode = 0 } = error as { type?: string; statusCode?: number }
        if (type === 'StripeIdempotencyError') return { ok: false, reason: 'changed' }
        // Stripe repeats this answer to the same idempotency key.
        if (type === 'StripeAPIError' && statusCode >= 500) return { ok: false, reason: 'failed' }
        return refusedOr(error)
      }
    },
    expireCheckout: async (id) => {
      const { checkout } = await client()
      try {
        await checkout.sessions.expire(id)
      } catch (error) {
        // It was paid, or has expired by itself. Reading it tells.
        refusedOr(error)
      }
    },
    readCheckout: async (id) => await unlessMissing(factsOf(await client(), id)),
    readCharge: async (intentId) => await unlessMissing(chargeFacts(await client(), intentId)),
    findCharge: async ({ customerId, part }) => {
      const { paymentIntents } = await client()
      const made = paymentIntents.list({ customer: customerId, limit: 100 })
      for await (const { id, status, metadata } of made)
        if (metadata.part === part && (status === 'succeeded' || status === 'processing'))
          return { intentId: id, paymentId: metadata.payment ?? '' }
      return null
    },
    chargeCard: async (charge) => {
      const { paymentIntents } = await client()
      try {
        const { id } = await paymentIntents.create(
          {
            ...{ amount: charge.amountCents, currency: charge.currency.toLowerCase() },
            ...{ customer: charge.customerId, payment_method: charge.methodId },
            ...{ payment_method_types: ['card'], confirm: true, off_session: true },
            ...{ description: charge.title, metadata: { payment: charge.id, part: charge.part } },
          },
          { idempotencyKey: `charge ${charge.id}` },
        )
        return { ok: true, intentId: id }
      } catch (error) {
        return { ...refusedOr(error), intentId: intentOf(error) }
      }
    },
    detachCard: async (methodId) => {
      const { paymentMethods } = await client()
      try {
        await paymentMethods.detach(methodId)
      } catch (error) {
        // It was detached before.
        refusedOr(error)
      }
    },
    findByIntent: async (intentId) => {
      const { paymentIntents } = await client()
      return (await unlessMissing(paymentIntents.retrieve(intentId)))?.metadata.payment ?? null
    },
    refund: async ({ id, intentId, amountCents, takesOff }) => {
      const { refunds } = await client()
      try {
        await refunds.create(
          {
            ...{ payment_intent: intentId, amount: amountCents },
            metadata: { refund: id, ...(takesOff === '' ? {} : { takesOff }) },
          },
          { idempotencyKey: `refund ${id}` },
        )
        return { ok: true }
      } catch (error) {
        return refusedOr(error)
      }
    },
    readEvent: async (body, signature, now) => {
      const { webhooks } = await client()
      try {
        const event = await webhooks.constructEventAsync(
          body,
          signature,
          settings.webhookSecret,
          TOLERANCE_S,
          undefined,
          now,
        )
        return isOfThisMode(event, settings) ? eventOf(event) : undefined
      } catch {
        return 'forged'
      }
    },
    listEvents: async function* (since) {
      const { events } = await client()
      const found = events.list({
        types: [...EVENTS],
        created: { gte: Math.floor(since / 1_000) },
        limit: 100,
      })
      for await (const event of found) {
        const named = eventOf(event)
        if (named) yield named
      }
    },
  }
}

const keptOf = ({ booking, purpose, tipCents }: CheckoutRequest) => ({
  ...{ booking, purpose, tip: String(tipCents) },
})

/** null: it was opened by an earlier version. */
function askedOf({ metadata, expires_at }: Stripe.Checkout.Session): CheckoutFacts['asked'] {
  const { booking, purpose, tip } = metadata ?? {}
  if (!booking || (purpose !== 'deposit' && purpose !== 'balance')) return null
  return { booking, purpose, tipCents: Number(tip), createdAt: expires_at * 1_000 - CHECKOUT_MS }
}

const lineOf = ({ currency }: CheckoutRequest, name: string, unit_amount: number) => ({
  quantity: 1,
  price_data: { currency: currency.toLowerCase(), unit_amount, product_data: { name } },
})

export const isLiveKey = ({ secretKey }: StripeSettings): boolean => /^[a-z]+_live_/.test(secretKey)

const isOfThisMode = ({ livemode }: Stripe.Event, settings: StripeSettings): boolean =>
  livemode === isLiveKey(settings)

/** A request that Stripe will never accept. Anything else is thrown, to be tried again. */
function refusedOr(error: unknown): { ok: false; reason: 'refused'; sentence: string } {
  const { type, message } = error as { type?: string; message?: string }
  if (type === 'StripeInvalidRequestError' || type === 'StripeCardError')
    return { ok: false, reason: 'refused', sentence: message ?? '' }
  throw error
}

/** null: the account of this key has no such object. */
const unlessMissing = <T>(reading: Promise<T>): Promise<T | null> =>
  reading.catch((error: unknown) => {
    if ((error as { code?: string }).code === 'resource_missing') return null
    throw error
  })

/** The intent of a charge that was declined. */
const intentOf = (error: unknown): string | null =>
  (error as { payment_intent?: { id: string } }).payment_intent?.id ?? null

function eventOf({ id, type, data }: Stripe.Event): ProviderEvent | undefined {
  if (!EVENTS.some((each) => each === type)) return undefined
  const object = data.object as {
    object?: string
    id?: string
    client_reference_id?: string | null
    payment_intent?: string | { id: string } | null
    metadata?: Record<string, string> | null
  }
  const intent = object.payment_intent
  return {
    id,
    paymentId: object.client_reference_id ?? object.metadata?.payment ?? null,
    checkoutId: object.object === 'checkout.session' ? (object.id ?? null) : null,
    intentId:
      (object.object === 'payment_intent' ? object.id : typeof intent === 'string' ? intent : intent?.id) ??
      null,
  }
}

async function factsOf(client: Stripe, id: string): Promise<CheckoutFacts> {
  const session = await client.checkout.sessions.retrieve(id, {
    expand: ['payment_intent', 'payment_intent.payment_method'],
  })
  const intent = typeof session.payment_intent === 'string' ? null : session.payment_intent
  return {
    id: session.id,
    url: session.url ?? '',
    paymentId: session.client_reference_id ?? '',
    asked: askedOf(session),
    state: stateOf(session, intent),
    amountCents: session.amount_total ?? 0,
    currency: (session.currency ?? '').toUpperCase(),
    intentId: intent?.id ?? null,
    card: intent && cardOf(intent),
    ...(await returnedOf(client, intent?.id)),
  }
}

async function chargeFacts(client: Stripe, id: string): Promise<CheckoutFacts> {
  const intent = await client.paymentIntents.retrieve(id)
  const { status } = intent
  return {
    ...{ id: null, url: '', paymentId: intent.metadata.payment ?? '', intentId: id, card: null },
    asked: null,
    state: status === 'succeeded' ? 'paid' : status === 'processing' ? 'processing' : 'failed',
    amountCents: intent.amount,
    currency: intent.currency.toUpperCase(),
    ...(await returnedOf(client, id)),
  }
}

/** The card that an intent has saved. */
function cardOf({
  customer,
  payment_method: method,
  setup_future_usage,
}: Stripe.PaymentIntent): CheckoutFacts['card'] {
  const customerId = typeof customer === 'string' ? customer : customer?.id
  if (setup_future_usage !== 'off_session' || !customerId || !method || typeof method === 'string')
    return null
  return method.card
    ? { customerId, methodId: method.id, brand: method.card.brand, last4: method.card.last4 }
    : null
}

async function returnedOf(
  client: Stripe,
  payment_intent: string | undefined,
): Promise<Pick<CheckoutFacts, 'refunds' | 'disputes'>> {
  if (payment_intent === undefined) return { refunds: [], disputes: [] }
  const [refunds, disputes] = await Promise.all([
    client.refunds.list({ payment_intent, limit: 100 }).autoPagingToArray({ limit: 1_000 }),
    client.disputes.list({ payment_intent, limit: 100 }).autoPagingToArray({ limit: 1_000 }),
  ])
  return {
    refunds: refunds.map((refund) => ({
      id: refund.metadata?.refund ?? refund.id,
      amountCents: refund.amount,
      state: refundState(refund.status),
      createdAt: refund.created * 1_000,
      takesOff: refund.metadata?.takesOff ?? '',
    })),
    disputes: disputes.map(({ id, amount, status }) => ({
      id,
      amountCents: amount,
      state: status === 'lost' ? 'lost' : status === 'won' || status === 'warning_closed' ? 'won' : 'open',
    })),
  }
}

function stateOf(
  { status, payment_status }: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
): CheckoutFacts['state'] {
  if (status === 'expired') return 'expired'
  if (status === 'open') return 'open'
  if (payment_status === 'paid') return 'paid'
  return intent?.status === 'requires_payment_method' || intent?.status === 'canceled'
    ? 'failed'
    : 'processing'
}

const refundState = (status: string | null): 'requested' | 'succeeded' | 'failed' =>
  status === 'succeeded' ? 'succeeded' : status === 'failed' || status === 'canceled' ? 'failed' : 'requested'
