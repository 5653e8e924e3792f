import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { saveInstallments } from '~/domains/billing/operations.server'
import { chargeSavedCards } from '~/domains/booking/online/card-charges.server'
import { removeClientCard } from '~/domains/booking/online/cards.server'
import { readOnline, refundOnline } from '~/domains/booking/online/checkout.server'
import { checkStripe } from '~/domains/booking/online/stripe-check.server'
import { selectBooking } from '~/domains/booking/reservations/store.server'
import { transact } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { author } from './support/booking-fees'
import { freshDatabase } from './support/database'
import { begin, stopPaying } from './support/paying'
import type { StripeExchange } from './support/stripe-objects'

type Schema = { [name: string]: unknown }
interface Operation {
  parameters: { name: string; in: string; schema: Schema; required?: boolean }[]
  body?: Schema
  answer: Schema
}

const published: {
  paths: Record<string, Record<string, Operation>>
  schemas: Record<string, Schema>
} = JSON.parse(readFileSync(new URL('fixtures/stripe-openapi.json', import.meta.url), 'utf8'))

/**
 * OpenAPI 3.0 as JSON Schema. Objects have no other properties than those that are described. Answers may lack some,
 * since the stand-in only has those that we use.
 */
function schemaOf(given: unknown, part: 'request' | 'answer'): unknown {
  if (Array.isArray(given)) return given.map((each) => schemaOf(each, part))
  if (typeof given !== 'object' || given === null) return given
  const { nullable, required, properties, enum: values, ...rest } = given as Schema
  const schema: Schema = {}
  for (const [name, value] of Object.entries(rest))
    schema[name] =
      name === '$ref' ? String(value).replace('#/components/schemas/', 'stripe#/') : schemaOf(value, part)
  if (properties) {
    schema.properties = Object.fromEntries(
      Object.entries(properties).map(([name, each]) => [name, schemaOf(each, part)]),
    )
    schema.additionalProperties ??= false
  }
  if (values) schema.enum = values
  if (required && part === 'request') schema.required = required
  return nullable ? { anyOf: [schema, { type: 'null' }] } : schema
}

const settings = { strict: false, validateFormats: false, allErrors: true } as const
const answers = new Ajv(settings)
answers.addSchema({
  $id: 'stripe',
  ...Object.fromEntries(
    Object.entries(published.schemas).map(([name, each]) => [name, schemaOf(each, 'answer')]),
  ),
})
/** Forms and addresses have only text. */
const requests = new Ajv({ ...settings, coerceTypes: true })

/** "a[b][0]=c" as { a: { b: ['c'] } } */
function decoded(fields: URLSearchParams): Schema {
  const found: Schema = {}
  for (const [name, value] of fields) {
    const path = name.split(/[[\]]+/).filter(Boolean)
    let at = found as Record<string, Schema | string>
    for (const [nth, key] of path.entries())
      if (nth === path.length - 1) at[key] = value
      else {
        at[key] ??= (/^\d+$/.test(path[nth + 1] ?? '') ? [] : {}) as Schema
        at = at[key] as typeof at
      }
  }
  return found
}

function operationOf({ method, path }: StripeExchange): Operation {
  const [template] = Object.keys(published.paths).filter(
    (each) =>
      published.paths[each]?.[method] && new RegExp(`^${each.replaceAll(/\{\w+\}/g, '\\w+')}$`).test(path),
  )
  return published.paths[template ?? '']?.[method] ?? expect.fail(`${method} ${path} isn’t described`)
}

/** What isn't as described; none: it is. */
function problemsOf(exchange: StripeExchange): string[] {
  const { method, path, query, form, status, body } = exchange
  const operation = operationOf(exchange)
  const inQuery = operation.parameters.filter((each) => each.in === 'query')
  const address = {
    type: 'object',
    properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
    required: inQuery.filter(({ required }) => required).map(({ name }) => name),
  }
  const check = (ajv: Ajv, schema: unknown, value: unknown, what: string) => {
    const isValid = ajv.compile(schema as Schema)
    return isValid(value)
      ? []
      : (isValid.errors ?? []).map(
          ({ instancePath, message, params }) =>
            `${method} ${path}, ${what}${instancePath}: ${message} ${JSON.stringify(params)}`,
        )
  }
  const answer = status === 200 ? schemaOf(operation.answer, 'answer') : { $ref: 'stripe#/error' }
  return [
    ...check(requests, schemaOf(address, 'request'), decoded(query), 'query'),
    ...(operation.body ? check(requests, schemaOf(operation.body, 'request'), decoded(form), 'body') : []),
    ...check(answers, answer, body, 'answer'),
  ]
}

afterEach(stopPaying)

test('what we send to Stripe, and what the stand-in answers and signs, is as Stripe describes it', async () => {
  const { db, dispose } = await freshDatabase('sqlite')
  onTestFinished(dispose)
  const at = await begin(db)
  const { stripe, deps } = at
  const deliverAll = async () => {
    for (const event of stripe.events) await at.deliver(event)
    await at.work()
  }
  const later = async (nth: number) => {
    const booking = await at.confirmed(nth)
    await transact(db, (tx) =>
      saveInstallments({ db: tx }, booking.id, () => [
        { dueOn: '2026-11-20', daysBefore: null, amountCents: 7_500 },
        { dueOn: '2026-11-27', daysBefore: null, amountCents: null },
      ]),
    )
    const found = (await selectBooking(db, { id: booking.id })) ?? expect.fail('no booking')
    await at.start(booking.id, 'next', '', (await readOnline(deps, found))?.consent)
    stripe.pay(stripe.latest())
    await deliverAll()
    return found
  }
  stripe.endpoints.push({ url: `${deps.config.siteUrl}/payments/stripe`, enabled_events: ['*'] })
  expect(await checkStripe(deps, { mayBeLive: false })).toMatchObject({ isRight: true })

  const paid = await at.confirmed()
  await at.start(paid.id, 'next')
  await at.start(paid.id, 'all')
  stripe.pay(stripe.latest(), 'delayed')
  stripe.arrive(stripe.latest(), true)
  await deliverAll()
  const [payment] = (await at.payments()).filter(({ state }) => state === 'paid')
  const refund = { bookingId: paid.id, paymentId: payment?.id ?? '', amount: '20', once: newId() }
  expect(await refundOnline({ ...deps, author }, refund)).toEqual({ ok: true })
  stripe.closeDispute(stripe.dispute(stripe.latest(), 1_000), 'lost')
  await deliverAll()

  const cards = [await later(1), await later(2), await later(3)]
  deps.clock.set(Date.parse('2026-11-24T15:00:00Z'))
  await chargeSavedCards(deps)
  await db.updateTable('outbox').set({ state: 'sent' }).execute()
  deps.clock.set(Date.parse('2026-11-27T15:00:00Z'))
  stripe.banks.push('declines', 'asks the client')
  await chargeSavedCards(deps)
  await at.work()
  await deliverAll()
  for (const card of cards) await removeClientCard(deps, card)
  await at.reconcile()
  await at.work()

  const used = new Set(
    stripe.exchanges.map((each) => `${each.method} ${each.path.replaceAll(/\w+_\w*\d+/g, '{}')}`),
  )
  expect(used.size).toBeGreaterThanOrEqual(13)
  expect(stripe.exchanges.flatMap(problemsOf)).toEqual([])
  const isEvent = answers.compile({ $ref: 'stripe#/event' })
  const isObject = (object: { object?: string }) => answers.compile({ $ref: `stripe#/${object.object}` })
  const kinds = new Set<string>()
  for (const event of stripe.events) {
    expect(isEvent(event), JSON.stringify(isEvent.errors)).toBe(true)
    const isValid = isObject(event.data.object)
    expect(isValid(event.data.object), JSON.stringify(isValid.errors)).toBe(true)
    kinds.add(event.type)
  }
  expect([...kinds]).toEqual(
    expect.arrayContaining(['checkout.session.completed', 'payment_intent.payment_failed']),
  )
})

test('a request or an answer that isn’t as described is found', () => {
  const exchange = (given: Partial<StripeExchange>): StripeExchange => ({
    ...{ method: 'post', path: '/v1/payment_intents', query: new URLSearchParams(), status: 200 },
    ...{ form: new URLSearchParams({ amount: '100', currency: 'usd' }), body: {}, ...given },
  })
  const problems = (given: Partial<StripeExchange>) => problemsOf(exchange(given)).join()
  expect(problems({})).toBe('')
  expect(problems({ form: new URLSearchParams({ amount: '1.5', currency: 'usd' }) })).toContain('integer')
  expect(problems({ form: new URLSearchParams({ amount: '1' }) })).toContain('currency')
  expect(problems({ form: new URLSearchParams({ amount: '1', currency: 'usd', tip: '1' }) })).toContain('tip')
  expect(problems({ body: { status: 'paid' } })).toContain('allowed values')
  expect(problems({ body: { paid: true } })).toContain('paid')
})
