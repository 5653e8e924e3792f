/**
 * Sends requests at a constant rate, however long the responses take, and prints what came back. A response time
 * is counted from the moment at which its request was due, so a stalled server delays every request that was due
 * meanwhile, as it would delay visitors. Runs as a separate process. Argument: the file of a `Plan` in JSON.
 */
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Planned {
  path: string
  cookie?: string
  /** Fields of a form to post; undefined: GET. */
  form?: Record<string, string>
}

export interface Plan {
  url: string
  /** Requests per second. */
  rate: number
  seconds: number
  kinds: {
    name: string
    /** Of 100 requests. The shares of all kinds add up to 100. */
    share: number
    /** Drawn at random, or in order if each can be sent only once. */
    requests: Planned[]
    isInOrder?: boolean
  }[]
}

export interface Outcome {
  /** Response times in milliseconds by kind, in the order of arrival. */
  taken: Record<string, number[]>
  /** Number of responses by status and kind, such as `200 pages`. No response is `0`. */
  statuses: Record<string, number>
  /** How late this process sent a request at most, in milliseconds. Counts as response time. */
  sentLate: number
}

const TIMEOUT_MS = 30_000

async function run({ url, rate, seconds, kinds }: Plan): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  const outcome: Outcome = { taken: {}, statuses: {}, sentLate: 0 }
  for (const { name } of kinds) outcome.taken[name] = []
  const random = randomNumbers()
  const used = new Map<string, number>()
  const open = new Set<Promise<void>>()
  const begun = performance.now()
  const count = rate * seconds
  for (let n = 0; n < count; ) {
    const now = performance.now() - begun
    for (; n < count && (n * 1_000) / rate <= now; n++) {
      const due = begun + (n * 1_000) / rate
      outcome.sentLate = Math.max(outcome.sentLate, performance.now() - due)
      const kind = draw(kinds, random() * 100)
      const at = kind.isInOrder ? (used.get(kind.name) ?? 0) : Math.floor(random() * kind.requests.length)
      used.set(kind.name, at + 1)
      const planned = kind.requests[at]
      if (!planned) throw new Error(`There are too few requests of the kind ${kind.name}.`)
      const answered = send(url, planned, agent, n).then((status) => {
        outcome.taken[kind.name]?.push(performance.now() - due)
        const name = `${status} ${kind.name}`
        outcome.statuses[name] = (outcome.statuses[name] ?? 0) + 1
        open.delete(answered)
      })
      open.add(answered)
    }
    await sleep(1)
  }
  await Promise.all(open)
  agent.destroy()
  return outcome
}

function draw<Kind extends Plan['kinds'][number]>(kinds: Kind[], at: number): Kind {
  let end = 0
  for (const kind of kinds) {
    end += kind.share
    if (at < end) return kind
  }
  return kinds.at(-1) as Kind
}

/** The same numbers from 0 to 1 in every run (mulberry32). */
function randomNumbers(): () => number {
  let state = 1
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** @returns the status; 0: no response */
function send(url: string, { path, cookie, form }: Planned, agent: Agent, n: number): Promise<number> {
  const body = form ? new URLSearchParams(form).toString() : undefined
  const headers = {
    'Accept-Encoding': 'gzip, deflate, br',
    // Of 250 networks, as the limits per network count them.
    'X-Forwarded-For': `198.51.${(n >> 8) & 255}.${n & 255}`,
    ...(cookie ? { Cookie: cookie } : {}),
    ...(body === undefined
      ? {}
      : { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': String(body.length) }),
  }
  return new Promise((done) => {
    const sent = request(
      new URL(path, url),
      { agent, headers, method: body === undefined ? 'GET' : 'POST', timeout: TIMEOUT_MS },
      (answer) => {
        answer.on('end', () => done(answer.statusCode ?? 0)).on('error', () => done(0))
        answer.resume()
      },
    )
    sent.on('timeout', () => sent.destroy()).on('error', () => done(0))
    sent.end(body)
  })
}

if (import.meta.main)
  process.stdout.write(JSON.stringify(await run(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')))))
