import { spawn } from 'node:child_process'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ownTime } from './processor-time.ts'
import { becomeOwner, startBenchSite } from './site.ts'

const PORT = 3192
const PLAIN_PORT = 3193
const WARM_UP = 100
const TIMES = 300
const ROUNDS = 3
const CONNECTIONS = 16
const EMPTY = '/empty'
/** Kept for the owner's role. */
const KEPT = ['/', '/contact', '/gallery?category=weddings']
const RENDERED = [
  '/book-session?service=portrait',
  '/profile',
  '/studio',
  '/studio/bookings',
  '/studio/photos',
  '/studio/bookings/list?search=ann',
]

/**
 * CPU time of pages of a signed-in owner, requested one after the other, beside that of a plain app with the same
 * markup and data in memory, in alternating rounds. Then their response times over several connections.
 */
export async function benchRendered(): Promise<object[]> {
  const site = await startBenchSite(PORT)
  const cookie = await becomeOwner(site)
  const pages = [...KEPT, ...RENDERED]
  const plain = spawn(
    process.execPath,
    [join(import.meta.dirname, 'plain-app.ts'), String(PLAIN_PORT), site.url, cookie, ...pages],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, NODE_ENV: 'production' } },
  )
  try {
    const plainUrl = `http://127.0.0.1:${PLAIN_PORT}`
    while (!(await fetch(plainUrl + EMPTY).catch(() => undefined))?.ok) await sleep(100)
    const plainPid = plain.pid ?? 0
    const rows: object[] = [{ page: 'an empty page', plain: ms(await cpuOf(plainUrl + EMPTY, plainPid, '')) }]
    for (const path of pages) {
      const [ours, theirs]: [number[], number[]] = [[], []]
      for (let round = 0; round < ROUNDS; round++) {
        ours.push(await cpuOf(site.url + path, site.pid, cookie))
        theirs.push(await cpuOf(plainUrl + path, plainPid, ''))
      }
      const [own, other] = [middle(ours), middle(theirs)]
      rows.push({
        page: path,
        is: KEPT.includes(path) ? 'kept for the role' : 'rendered each time',
        'CPU time': ms(own),
        plain: ms(other),
        'plain / ours (≥ 2.5)': (other / own).toFixed(2),
        [`p99, ${CONNECTIONS} connections (< 60 ms)`]: ms(await slowOf(site.url + path, cookie)),
      })
    }
    return rows
  } finally {
    plain.kill()
    await site.stop()
  }
}

const ms = (time: number) => `${time.toFixed(1)} ms`
const middle = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

/** CPU time of a request, in milliseconds. */
async function cpuOf(address: string, pid: number, cookie: string): Promise<number> {
  const agent = new Agent({ keepAlive: true })
  for (let n = 0; n < WARM_UP; n++) await ask(address, cookie, agent)
  const before = ownTime(pid)
  for (let n = 0; n < TIMES; n++) await ask(address, cookie, agent)
  agent.destroy()
  return (ownTime(pid) - before) / TIMES
}

/** The response time that one request in a hundred exceeds, in milliseconds. */
async function slowOf(address: string, cookie: string): Promise<number> {
  const agent = new Agent({ keepAlive: true })
  const taken: number[] = []
  let sent = 0
  const askRest = async () => {
    while (sent++ < TIMES * 3) {
      const begun = performance.now()
      await ask(address, cookie, agent)
      taken.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, askRest))
  agent.destroy()
  return taken.toSorted((a, b) => a - b)[Math.floor((taken.length - 1) * 0.99)] ?? 0
}

const ask = (address: string, cookie: string, agent: Agent): Promise<void> =>
  new Promise((done, fail) => {
    const headers = { 'Accept-Encoding': 'br, gzip', ...(cookie ? { Cookie: cookie } : {}) }
    request(address, { agent, headers }, (answer) => {
      answer
        .resume()
        .on('end', () =>
          answer.statusCode === 200 ? done() : fail(new Error(`${address} answered ${answer.statusCode}.`)),
        )
    })
      .on('error', fail)
      .end()
  })
