import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type Stripe from 'stripe'
import type { StripeSettings } from '~/platform/config.server'
import type { Dispute, Event, Intent, Method, Refund, Session, StripeExchange } from './stripe-objects'
import { metadataIn } from './stripe-objects'

/**
 * What goes wrong with the next request: Stripe is busy, fails (and says so again to the same idempotency key), or the connection is cut before the request is carried
 * out or before its answer, or what happens before its answer.
 */
export type StripeFault = 'busy' | 'fails' | 'cut-before' | 'cut-after' | (() => Promise<unknown>)

/**
 * Stripe's documented behavior for what we use, over HTTP: hosted checkouts, cards saved with them and charged later,
 * idempotency keys, refunds, disputes, and signed events (https://docs.stripe.com/api). The package's types, made from Stripe's published description, hold its
 * shapes. Time is what the test says.
 */
export async function startStripe(now: () => number) {
  const sessions = new Map<string, Session>()
  const intents = new Map<string, Intent>()
  const methods = new Map<string, Method>()
  /** Sessions that save the card. */
  const saving = new Set<string>()
  /** What banks say about the next charges of saved cards. */
  const banks: ('declines' | 'asks the client' | 'takes days')[] = []
  const refunds: Refund[] = []
  const disputes: Dispute[] = []
  const events: Event[] = []
  const answered = new Map<string, { sent: string; status: number; body: object }>()
  /** Of the next requests, in order; null: none. */
  const faults: (StripeFault | null)[] = []
  const requests: string[] = []
  /** What was sent and answered, to compare it with the published description. */
  const exchanges: StripeExchange[] = []
  const endpoints: Pick<Stripe.WebhookEndpoint, 'url' | 'enabled_events'>[] = []
  let made = 0
  const newId = (prefix: string) => `${prefix}_${++made}`

  const emit = (type: string, object: object): Event => {
    const event: Event = {
      ...{
        id: newId('evt'),
        object: 'event',
        api_version: '2026-01-01',
        livemode: false,
        pending_webhooks: 1,
      },
      ...{ created: Math.floor(now() / 1_000), type, data: { object: structuredClone(object) } },
    }
    events.push(event)
    return event
  }

  class Refused extends Error {}
  class Missing extends Refused {}
  /** A card that isn't charged: https://docs.stripe.com/error-codes */
  class Declined extends Error {
    intent: Intent
    code: 'card_declined' | 'authentication_required'
    constructor(intent: Intent, code: Declined['code']) {
      super(code === 'card_declined' ? 'Your card was declined.' : 'The card needs authentication.')
      this.intent = intent
      this.code = code
    }
  }

  function answer(method: string, path: string, form: URLSearchParams, query: URLSearchParams): object {
    const [, kind = '', id = '', action = ''] =
      /^\/v1\/([a-z_]+(?:\/sessions)?)(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? []
    const list = (data: object[]) => ({ object: 'list', data, has_more: false, url: path })
    const ofIntent = <Row extends { payment_intent: string }>(rows: Row[]) =>
      list(rows.filter(({ payment_intent }) => payment_intent === query.get('payment_intent')).toReversed())
    switch (`${method} ${kind}`) {
      case 'POST checkout/sessions':
        if (action === 'expire') return expire(id)
        return createSession(form)
      case 'GET checkout/sessions': {
        const session = found(sessions.get(id))
        const expanded = [...query].flatMap(([name, value]) => (name.startsWith('expand[') ? [value] : []))
        if (!expanded.includes('payment_intent') || session.payment_intent === null) return session
        const intent = found(intents.get(session.payment_intent))
        const method = expanded.includes('payment_intent.payment_method') ? intent.payment_method : null
        return {
          ...session,
          payment_intent: method ? { ...intent, payment_method: found(methods.get(method)) } : intent,
        }
      }
      case 'GET account':
        return ACCOUNT
      case 'GET webhook_endpoints':
        return list(
          endpoints.map((each, nth) => ({
            ...each,
            id: `we_${nth}`,
            object: 'webhook_endpoint',
            status: 'enabled',
          })),
        )
      case 'GET payment_intents':
        if (id !== '') return found(intents.get(id))
        return list(
          [...intents.values()]
            .filter(({ customer }) => !query.has('customer') || customer === query.get('customer'))
            .toReversed(),
        )
      case 'POST payment_intents':
        return charge(form)
      case 'POST payment_methods': {
        const method = found(methods.get(id))
        if (action !== 'detach' || method.customer === null)
          throw new Refused('The payment method you provided is not attached to a customer.')
        return Object.assign(method, { customer: null })
      }
      case 'POST refunds':
        return refund(form.get('payment_intent') ?? '', Number(form.get('amount')), {
          refund: form.get('metadata[refund]') ?? '',
          ...(form.has('metadata[takesOff]') ? { takesOff: form.get('metadata[takesOff]') ?? '' } : {}),
        })
      case 'GET refunds':
        return ofIntent(refunds)
      case 'GET disputes':
        return ofIntent(disputes)
      case 'GET events': {
        const types = [...query].flatMap(([name, value]) => (name.startsWith('types[') ? [value] : []))
        const since = Number(query.get('created[gte]'))
        return list(
          events.filter(({ type, created }) => types.includes(type) && created >= since).toReversed(),
        )
      }
    }
    throw new Refused(`Unrecognized request URL (${method}: ${path}).`)
  }

  const found = <Row>(row: Row | undefined): Row => {
    if (row === undefined) throw new Missing('No such object')
    return row
  }

  function createSession(form: URLSearchParams): Session {
    const items = [...form].filter(([name]) => /^line_items\[\d+\]\[price_data\]\[unit_amount\]$/.test(name))
    const amount = items.reduce((sum, [, value]) => sum + Number(value), 0)
    const currency = form.get('line_items[0][price_data][currency]') ?? ''
    const expires = Number(form.get('expires_at')) - Math.floor(now() / 1_000)
    if (form.get('mode') !== 'payment' || !Number.isSafeInteger(amount)) throw new Refused('Invalid integer')
    if (amount < 50)
      throw new Refused('The Checkout Session’s total amount must convert to at least 50 cents.')
    if (expires < 1_800 || expires > 86_400)
      throw new Refused('The expires_at timestamp must be 30 minutes to 24 hours away.')
    const id = newId('cs_test')
    const session: Session = {
      ...{ id, object: 'checkout.session', url: `https://checkout.example.com/${id}`, status: 'open' },
      ...{
        payment_status: 'unpaid',
        client_reference_id: form.get('client_reference_id'),
        amount_total: amount,
      },
      ...{ currency, metadata: metadataIn(form), payment_intent: null },
      customer: null,
      expires_at: Number(form.get('expires_at')),
    }
    if (form.get('payment_intent_data[setup_future_usage]') === 'off_session') {
      // Without a customer, a card can't be charged again.
      if (form.get('customer_creation') !== 'always') throw new Refused('A customer is needed.')
      saving.add(id)
    }
    sessions.set(id, session)
    return session
  }

  /** A charge without the client. Its intent exists and is named by the error if the bank refuses it. */
  function charge(form: URLSearchParams): Intent {
    const method = found(methods.get(form.get('payment_method') ?? ''))
    if (form.get('confirm') !== 'true' || form.get('off_session') !== 'true')
      throw new Refused('This stand-in only charges without the client.')
    if (method.customer === null || method.customer !== form.get('customer'))
      throw new Refused('The customer does not have a payment method with this ID.')
    const bank = banks.shift()
    const intent: Intent = {
      ...{ id: newId('pi'), object: 'payment_intent', amount: Number(form.get('amount')) },
      ...{ currency: form.get('currency') ?? '', setup_future_usage: null, customer: method.customer },
      metadata: { payment: form.get('metadata[payment]') ?? '', part: form.get('metadata[part]') ?? '' },
      payment_method: bank === 'declines' || bank === 'asks the client' ? null : method.id,
      status:
        bank === undefined ? 'succeeded' : bank === 'takes days' ? 'processing' : 'requires_payment_method',
    }
    intents.set(intent.id, intent)
    if (intent.status === 'requires_payment_method') {
      emit('payment_intent.payment_failed', intent)
      throw new Declined(intent, bank === 'declines' ? 'card_declined' : 'authentication_required')
    }
    if (intent.status === 'succeeded') emit('payment_intent.succeeded', intent)
    return intent
  }

  function expire(id: string): Session {
    const session = found(sessions.get(id))
    if (session.status !== 'open')
      throw new Refused(`Only open sessions can be expired, this one is ${session.status}.`)
    Object.assign(session, { status: 'expired', url: null })
    emit('checkout.session.expired', session)
    return session
  }

  function refund(
    intentId: string,
    amount: number,
    metadata: Record<string, string>,
    status = 'succeeded',
  ): Refund {
    const intent = found(intents.get(intentId))
    const gone = refunds
      .filter((each) => each.payment_intent === intentId && each.status !== 'failed')
      .reduce((sum, each) => sum + each.amount, 0)
    if (gone + amount > intent.amount)
      throw new Refused('Refund amount is greater than unrefunded amount on charge')
    const made: Refund = {
      ...{ id: newId('re'), object: 'refund', amount, status, currency: intent.currency, metadata },
      ...{ payment_intent: intentId, created: Math.floor(now() / 1_000) },
    }
    refunds.push(made)
    emit('refund.created', made)
    emit('charge.refunded', { object: 'charge', payment_intent: intentId, metadata: intent.metadata })
    return made
  }

  async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '/', 'http://stripe')
    const sent = await text(incoming)
    requests.push(`${incoming.method} ${url.pathname}`)
    const fault = faults.shift()
    const send = (status: number, body: object) => {
      const { pathname: path, searchParams: query } = url
      const method = (incoming.method ?? '').toLowerCase()
      exchanges.push({ method, path, query, form: new URLSearchParams(sent), status, body })
      outgoing
        .writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': newId('req') })
        .end(JSON.stringify(body))
    }
    const refuse = (status: number, type: string, message: string) =>
      send(status, { error: { type, message } })
    if (fault === 'cut-before') return void outgoing.destroy()
    if (fault === 'busy') return void refuse(429, 'rate_limit_error', 'Too many requests')
    if (incoming.headers.authorization !== `Bearer ${KEY}`)
      return void refuse(401, 'authentication_error', 'Invalid API Key provided')
    const key = incoming.headers['idempotency-key']
    const before = typeof key === 'string' ? answered.get(key) : undefined
    if (before && before.sent !== sent)
      return void refuse(
        400,
        'idempotency_error',
        'Keys for idempotent requests can only be used with the same parameters',
      )
    let result = before
    if (fault === 'fails' && !before) {
      const error = { type: 'api_error', message: 'An unknown error occurred' }
      result = { sent, status: 500, body: { error } }
    }
    if (!result)
      try {
        const body = answer(incoming.method ?? '', url.pathname, new URLSearchParams(sent), url.searchParams)
        result = { sent, status: 200, body: structuredClone(body) }
      } catch (error) {
        if (error instanceof Declined) {
          const { intent, code, message } = error
          const said = { type: 'card_error', code, message, payment_intent: intent }
          result = { sent, status: 402, body: { error: structuredClone(said) } }
        } else if (!(error instanceof Refused)) throw error
        else
          result = {
            sent,
            status: error instanceof Missing ? 404 : 400,
            body: {
              error: {
                ...{ type: 'invalid_request_error', message: error.message },
                ...(error instanceof Missing ? { code: 'resource_missing' } : {}),
              },
            },
          }
      }
    if (typeof key === 'string' && incoming.method === 'POST') answered.set(key, result)
    if (fault === 'cut-after') return void outgoing.destroy()
    if (typeof fault === 'function') await fault()
    send(result.status, result.body)
  }

  const server = createServer((incoming, outgoing) => void respond(incoming, outgoing))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const settings: StripeSettings = {
    secretKey: KEY,
    webhookSecret: SECRET,
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  }
  const open = () => [...sessions.values()].filter(({ status }) => status === 'open')
  const only = () => found([...sessions.values()].at(-1))
  const intentOf = (session: Session) => found(intents.get(session.payment_intent ?? ''))

  return {
    settings,
    endpoints,
    exchanges,
    banks,
    intents,
    methods,
    /** The bank's answer to a charge of a saved card after a delay. */
    settle: (intent: Intent, isPaid: boolean) => {
      intent.status = isPaid ? 'succeeded' : 'requires_payment_method'
      emit(`payment_intent.${isPaid ? 'succeeded' : 'payment_failed'}`, intent)
    },
    events,
    faults,
    requests,
    sessions,
    open,
    /** The newest checkout. */
    latest: only,
    /** The client pays. @param how `delayed`: the bank takes days */
    pay: (session: Session, how: 'at once' | 'delayed' = 'at once') => {
      const isPaid = how === 'at once'
      const intent: Intent = {
        ...{ id: newId('pi'), object: 'payment_intent', amount: session.amount_total ?? 0 },
        ...{ currency: session.currency ?? '', metadata: { ...session.metadata } },
        status: isPaid ? 'succeeded' : 'processing',
        ...{ setup_future_usage: null, customer: null, payment_method: null },
      }
      if (saving.has(session.id)) {
        const customer = newId('cus')
        const method: Method = {
          ...{ id: newId('pm'), object: 'payment_method', type: 'card', customer },
          card: { brand: 'visa', last4: '4242' },
        }
        methods.set(method.id, method)
        Object.assign(intent, { customer, payment_method: method.id, setup_future_usage: 'off_session' })
      }
      intents.set(intent.id, intent)
      const { customer } = intent
      Object.assign(session, { status: 'complete', url: null, payment_intent: intent.id, customer })
      session.payment_status = isPaid ? 'paid' : 'unpaid'
      emit('checkout.session.completed', session)
    },
    /** The bank's answer after a delay. */
    arrive: (session: Session, isPaid: boolean) => {
      intentOf(session).status = isPaid ? 'succeeded' : 'requires_payment_method'
      if (isPaid) session.payment_status = 'paid'
      emit(`checkout.session.async_payment_${isPaid ? 'succeeded' : 'failed'}`, session)
    },
    /** Stripe forgets idempotency keys after 24 hours. */
    forgetKeys: () => answered.clear(),
    expire: (session: Session) => expire(session.id),
    /** A refund in the Dashboard. */
    refund: (session: Session, amount: number, status?: 'pending') =>
      refund(intentOf(session).id, amount, {}, status),
    changeRefund: (id: string, status: 'succeeded' | 'failed') => {
      const changed = found(refunds.find((each) => each.id === id))
      changed.status = status
      emit('refund.updated', changed)
    },
    refunds,
    dispute: (session: Session, amount: number) => {
      const made: Dispute = {
        ...{
          id: newId('dp'),
          object: 'dispute',
          amount,
          status: 'needs_response',
          currency: session.currency ?? '',
        },
        payment_intent: intentOf(session).id,
      }
      disputes.push(made)
      emit('charge.dispute.created', made)
      return made
    },
    closeDispute: (dispute: Dispute, status: 'won' | 'lost') => {
      dispute.status = status
      emit('charge.dispute.closed', dispute)
    },
    /** An event as Stripe delivers it: the exact body and its signature. */
    delivered: (event: object, { at = now(), secret = SECRET } = {}) => {
      const body = JSON.stringify(event)
      const time = Math.floor(at / 1_000)
      const mac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
      return { body, signature: `t=${time},v1=${mac}` }
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

const ACCOUNT: Pick<Stripe.Account, 'id' | 'object' | 'country' | 'default_currency' | 'charges_enabled'> = {
  ...{ id: 'acct_test', object: 'account', country: 'US', default_currency: 'usd', charges_enabled: true },
}
const KEY = 'sk_test_0123456789'
const SECRET = 'whsec_0123456789abcdef'
