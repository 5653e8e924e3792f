import type Stripe from 'stripe'
import { readSettings } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config, StripeSettings } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import { newId, sha256 } from '~/platform/ids.server'
import { dateOf, fullDate } from '~/platform/time'
import { canPayOnline } from './provider'
import { insertCheck, selectLatestCheck } from './store.server'
import { clientOf, EVENTS, isLiveKey, stripeProvider } from './stripe.server'

export interface StripeFinding {
  state: 'right' | 'advice' | 'wrong'
  sentence: string
}

const right = (sentence: string): StripeFinding => ({ state: 'right', sentence })
const advice = (sentence: string): StripeFinding => ({ state: 'advice', sentence })
const wrong = (sentence: string): StripeFinding => ({ state: 'wrong', sentence })

interface Deps {
  db: Db
  clock: Clock
  config: Pick<Config, 'stripe' | 'siteUrl'>
}

export type StripeChecked =
  | { ok: true; findings: StripeFinding[]; isRight: boolean }
  | { ok: false; reason: 'no-key' | 'live-key' }

/**
 * Talks to Stripe as payments do, charges nothing, and records what it saw.
 * @param mayBeLive whether a live key may be used: a checkout is opened and ended in the real account
 */
export async function checkStripe(deps: Deps, { mayBeLive }: { mayBeLive: boolean }): Promise<StripeChecked> {
  const { db, clock, config } = deps
  const settings = config.stripe
  if (!settings) return { ok: false, reason: 'no-key' }
  const isLive = isLiveKey(settings)
  if (isLive && !mayBeLive) return { ok: false, reason: 'live-key' }
  const { studio } = await readSettings({ db })
  const client = await clientOf(settings)
  const findings: StripeFinding[] = []
  let account = ''
  const steps: (() => Promise<StripeFinding[]>)[] = [
    async () => {
      const found = await client.accounts.retrieveCurrent()
      account = found.id
      return aboutAccount(found, studio.currency)
    },
    () => tryCheckout(deps, settings, studio.currency),
    () => tryLists(client),
    () => trySignature(deps, settings, client),
    () => findEndpoint(client, config.siteUrl),
  ]
  for (const step of steps)
    try {
      findings.push(...(await step()))
    } catch (error) {
      findings.push(wrong(`Stripe answered: ${sentenceOf(error, settings)}`))
    }
  const isRight = findings.every(({ state }) => state !== 'wrong')
  await insertCheck(db, {
    ...{ id: newId(), checked_at: clock.now(), key_hash: keyHash(settings), is_live: isLive ? 1 : 0 },
    ...{ account, is_right: isRight ? 1 : 0, findings: JSON.stringify(findings) },
  })
  return { ok: true, findings, isRight }
}

/** Names the key without telling it. */
const keyHash = ({ secretKey }: StripeSettings): string => sha256(secretKey).slice(0, 16)

const sentenceOf = (error: unknown, { secretKey }: StripeSettings): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(secretKey, 'the key').slice(0, 300)

function aboutAccount(
  { id, charges_enabled, default_currency, country }: Stripe.Account,
  currency: string,
): StripeFinding[] {
  const own = (default_currency ?? '').toUpperCase()
  return [
    right(`The key opens the account ${id}${country ? ` in ${country}` : ''}.`),
    charges_enabled
      ? right('The account can take payments.')
      : advice('The account can’t take real payments yet. Finish its setup in the Stripe Dashboard.'),
    canPayOnline(currency)
      ? own === '' || own === currency
        ? right(`Payments are in ${currency}.`)
        : advice(`Payments are in ${currency}. Stripe converts them to ${own}, the account’s currency.`)
      : wrong(`${currency}, your currency, can’t be paid online.`),
  ]
}

/** In minor units. More than the smallest amount that Stripe accepts in any supported currency. */
const TRIED_CENTS = 10_000

async function tryCheckout(
  { clock, config }: Deps,
  settings: StripeSettings,
  currency: string,
): Promise<StripeFinding[]> {
  if (!canPayOnline(currency)) return []
  const provider = stripeProvider(settings)
  const id = newId()
  const opened = await provider.openCheckout({
    ...{ id, currency, amountCents: TRIED_CENTS, tipCents: 0, title: 'Connection check', email: null },
    ...{ createdAt: clock.now(), paidUrl: config.siteUrl, backUrl: config.siteUrl },
    ...{ booking: '', purpose: 'deposit', savesCard: false },
  })
  if (!opened.ok)
    return [
      wrong(
        `Stripe refused a checkout: ${opened.reason === 'refused' ? opened.sentence : opened.reason === 'changed' ? 'its id was used' : 'it failed'}`,
      ),
    ]
  const before = await provider.readCheckout(opened.id)
  await provider.expireCheckout(opened.id)
  const after = await provider.readCheckout(opened.id)
  if (!before || !after) return [wrong('Stripe doesn’t know the checkout that it has just opened.')]
  const isSame = before.paymentId === id && before.amountCents === TRIED_CENTS && before.currency === currency
  return [
    isSame && before.state === 'open'
      ? right('A checkout was opened, and has our amount and currency.')
      : wrong(
          `The checkout that was opened came back as ${before.amountCents} ${before.currency}, ${before.state}.`,
        ),
    after.state === 'expired'
      ? right('The checkout was ended again.')
      : wrong(
          `The checkout couldn’t be ended: it’s ${after.state}. End ${opened.id} in the Stripe Dashboard.`,
        ),
  ]
}

/** What the daily work reads. A restricted key needs these permissions. */
async function tryLists(client: Stripe): Promise<StripeFinding[]> {
  await client.events.list({ limit: 1 })
  await client.paymentIntents.list({ limit: 1 })
  await client.refunds.list({ limit: 1 })
  await client.disputes.list({ limit: 1 })
  return [right('Events, payments, refunds and disputes can be read.')]
}

/** Signs a message as Stripe does with our signing secret. Only a real event shows that the secret is the right one. */
async function trySignature(
  { clock }: Deps,
  settings: StripeSettings,
  { webhooks }: Stripe,
): Promise<StripeFinding[]> {
  const provider = stripeProvider(settings)
  const event = { id: 'evt_check', object: 'event', type: 'check', livemode: isLiveKey(settings) }
  const payload = JSON.stringify({ ...event, data: { object: {} } })
  const timestamp = Math.floor(clock.now() / 1_000)
  const sign = (secret: string) => webhooks.generateTestHeaderStringAsync({ payload, secret, timestamp })
  const own = await provider.readEvent(payload, await sign(settings.webhookSecret), clock.now())
  const other = await provider.readEvent(payload, await sign(`${settings.webhookSecret}x`), clock.now())
  return [
    own !== 'forged' && other === 'forged'
      ? right('A webhook with your signing secret is accepted, and one with another is refused.')
      : wrong('Webhooks aren’t told apart by their signature.'),
  ]
}

async function findEndpoint(client: Stripe, siteUrl: string): Promise<StripeFinding[]> {
  const url = `${siteUrl}/payments/stripe`
  const setUp = `Add a webhook endpoint for ${url} in the Stripe Dashboard.`
  let endpoints: Stripe.WebhookEndpoint[]
  try {
    endpoints = await client.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 })
  } catch {
    return [advice('This key can’t list webhook endpoints. Check them in the Stripe Dashboard.')]
  }
  const endpoint = endpoints.find((each) => each.url === url && each.status === 'enabled')
  if (!endpoint) return [advice(`No webhook endpoint has your address, so payments show up late. ${setUp}`)]
  const missing = endpoint.enabled_events.includes('*')
    ? []
    : EVENTS.filter((event) => !endpoint.enabled_events.includes(event))
  return [
    missing.length === 0
      ? right(`The webhook endpoint ${url} gets all events that are needed.`)
      : wrong(`The webhook endpoint ${url} lacks the events ${missing.join(', ')}.`),
  ]
}

/** Whether the connection was tried, as a sentence for the Studio; undefined: there is no key. */
export async function readStripeCheck({ db, config }: Omit<Deps, 'clock'>): Promise<string | undefined> {
  const settings = config.stripe
  if (!settings) return undefined
  const check = await selectLatestCheck(db)
  if (!check) return `The connection to Stripe is unverified. ${ASK}`
  const { studio } = await readSettings({ db })
  const day = fullDate(dateOf(check.checked_at, studio.timeZone))
  if (check.key_hash !== keyHash(settings))
    return `The connection to Stripe is unverified: it was last checked with another key, on ${day}. ${ASK}`
  return check.is_right === 1
    ? `The connection to Stripe was checked on ${day} with a ${check.is_live === 1 ? 'live' : 'test'} key of ${check.account}.`
    : `The connection to Stripe is unverified: the check on ${day} found something wrong. ${ASK}`
}

const ASK = 'Ask the person who runs your server to run this there: npm run cli -- stripe check'
