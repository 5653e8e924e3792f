import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import { type SenderSeen, senderSeenSchema } from '~/platform/http/client-address.server'
import { advice, type Finding, right, wrong } from './finding'

interface Deps {
  config: Config
  db: Db
  clock: Clock
}

/** Certificates, codes and S3 signatures fail when a clock is wrong by minutes. */
const MOST_OFF_MS = 60_000

export async function checkClock({ config, db, clock }: Deps): Promise<Finding[]> {
  const isSynchronized = await promisify(execFile)('timedatectl', [
    'show',
    '--property=NTPSynchronized',
    '--value',
  ])
    .then(({ stdout }) => stdout.trim())
    .catch(() => '')
  if (isSynchronized === 'no')
    return [wrong('This machine doesn’t synchronize its clock. Run: timedatectl set-ntp true')]
  const others: [whose: string, at: number][] = [
    [`that of ${config.siteUrl}`, Date.parse((await askSite(config)).headers?.get('date') ?? '')],
    ['the database’s', config.databaseUrl ? await databaseTime(db) : Number.NaN],
  ]
  const off = others.find(([, at]) => Math.abs(at - clock.now()) > MOST_OFF_MS)
  if (off)
    return [wrong(`This machine’s clock differs from ${off[0]} by more than a minute. Synchronize both.`)]
  if (isSynchronized === 'yes') return [right('It’s synchronized.')]
  return [
    advice(
      `It says ${new Date(clock.now()).toISOString()}. Whether it’s synchronized can’t be seen from here.`,
    ),
  ]
}

/** Milliseconds since 1970; NaN while it doesn’t respond. */
const databaseTime = (db: Db): Promise<number> =>
  sql<{ at: string }>`select extract(epoch from clock_timestamp()) as at`
    .execute(db)
    .then(({ rows }) => Number(rows[0]?.at) * 1_000)
    .catch(() => Number.NaN)

export async function checkProxy({ config }: Deps): Promise<Finding[]> {
  const answer = await askSite(config)
  if (answer.failure !== undefined) return [wrong(`${config.siteUrl} doesn’t answer. ${answer.failure}`)]
  if (answer.status !== 200 || answer.text !== 'ok')
    return [
      wrong(`Something other than this site answers at ${config.siteUrl}. Check your domain and the proxy.`),
    ]
  const url = new URL(config.siteUrl)
  // The site itself speaks only HTTP, on its port.
  const isBehind = url.protocol === 'https:' || Number(url.port || 80) !== config.port
  if (isBehind) return [await checkForwarding(config)]
  return [
    config.trustProxy === undefined
      ? right('The site answers without a proxy.')
      : wrong('TRUST_PROXY is set, but there is no proxy, so visitors can claim any address. Unset it.'),
  ]
}

/** An address that no one has (RFC 5737). */
const FORGED = '192.0.2.1'

/** Asks the site as a visitor who claims an address. Honest proxies drop it, or append the visitor’s own. */
async function checkForwarding(config: Config): Promise<Finding> {
  const { trustProxy } = config
  if (trustProxy === undefined)
    return wrong(
      'There is a proxy in front of the site, so all visitors share one limit. Set TRUST_PROXY=1, or to the number of proxies.',
    )
  const answer = await askSite(config, '?sender', { 'X-Forwarded-For': FORGED })
  const seen = readSeen(answer.text)
  // A version before this question.
  if (!seen) return right('The site answers through its proxy.')
  if (seen.forwarded === 0)
    return wrong(
      'The proxy doesn’t send X-Forwarded-For, so all visitors share one limit. Have it send that header, as deploy/Caddyfile and deploy/nginx.conf do.',
    )
  if (seen.first === FORGED && seen.isBelieved)
    return wrong(
      'Visitors can claim any address. Have the proxy append to X-Forwarded-For, as deploy/nginx.conf does, and set TRUST_PROXY to the number of proxies.',
    )
  const proxies = seen.forwarded - (seen.first === FORGED ? 1 : 0)
  if (typeof trustProxy === 'number' && proxies > trustProxy)
    return wrong(
      `There are ${proxies} proxies in front of the site, so all visitors share one limit. Set TRUST_PROXY=${proxies}.`,
    )
  return right('The site answers through its proxy, and knows its visitors’ addresses.')
}

function readSeen(text: string | undefined): SenderSeen | undefined {
  try {
    return senderSeenSchema.safeParse(JSON.parse(text ?? '')).data
  } catch {
    return undefined
  }
}

interface Answer {
  status?: number
  text?: string
  headers?: Headers
  /** Why there is none, and what to do. */
  failure?: string
}

async function askSite(
  { siteUrl }: Config,
  query = '',
  headers: Record<string, string> = {},
): Promise<Answer> {
  try {
    const answer = await fetch(`${siteUrl}/healthz${query}`, {
      ...{ redirect: 'manual', headers, signal: AbortSignal.timeout(5_000) },
    })
    return { status: answer.status, text: (await answer.text()).trim(), headers: answer.headers }
  } catch (error) {
    return { failure: whatFailed(siteUrl, error) }
  }
}

function whatFailed(siteUrl: string, error: unknown): string {
  const { code = '' } = ((error as Error).cause ?? {}) as { code?: string }
  const { hostname } = new URL(siteUrl)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `No address was found for ${hostname}. Add an A record at your domain’s provider, or correct SITE_URL.`
  if (code === 'ECONNREFUSED') return 'Nothing is listening there. Start the site and the proxy.'
  if (/CERT|SIGNATURE|ALTNAME/.test(code))
    return `Its certificate isn’t valid (${code}). Look at the proxy’s log.`
  return `${code === '' ? '' : `It failed with ${code}. `}Start the site, then check your domain, the firewall and the proxy.`
}
