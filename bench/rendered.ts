import { spawn } from 'node:child_process'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ownTime } from './processor-time.ts'
import { becomeOwner, startBenchSite } from './site.ts'

const PORT = 3192
const EMPTY_PORT = 3193
const WARM_UP = 100
const TIMES = 300
const PAGES = ['/', '/gallery?category=weddings', '/contact', '/profile', '/studio', '/studio/bookings']

/** CPU time of pages of a signed-in owner, rendered one after the other, beside an empty app's. */
export async function benchRendered(): Promise<object[]> {
  const site = await startBenchSite(PORT)
  const empty = spawn(process.execPath, [join(import.meta.dirname, 'empty-app.ts'), String(EMPTY_PORT)], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  try {
    const emptyUrl = `http://127.0.0.1:${EMPTY_PORT}`
    while (!(await fetch(emptyUrl).catch(() => undefined))?.ok) await sleep(100)
    const cookie = await becomeOwner(site)
    const rows = [await measure('an empty page', emptyUrl, empty.pid ?? 0, '')]
    for (const path of PAGES) rows.push(await measure(path, site.url + path, site.pid, cookie))
    return rows
  } finally {
    empty.kill()
    await site.stop()
  }
}

async function measure(page: string, address: string, pid: number, cookie: string) {
  const agent = new Agent({ keepAlive: true })
  for (let n = 0; n < WARM_UP; n++) await ask(address, cookie, agent)
  const before = ownTime(pid)
  let bytes = 0
  for (let n = 0; n < TIMES; n++) bytes = await ask(address, cookie, agent)
  const each = (ownTime(pid) - before) / TIMES
  agent.destroy()
  return { page, 'CPU time': `${each.toFixed(1)} ms`, compressed: `${(bytes / 1024).toFixed(1)} KB` }
}

/** @returns the body's length as sent */
const ask = (address: string, cookie: string, agent: Agent): Promise<number> =>
  new Promise((done, fail) => {
    const headers = { 'Accept-Encoding': 'br, gzip', ...(cookie ? { Cookie: cookie } : {}) }
    request(address, { agent, headers }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk) => {
        bytes += chunk.length
      })
      answer.on('end', () =>
        answer.statusCode === 200
          ? done(bytes)
          : fail(new Error(`${address} answered ${answer.statusCode}.`)),
      )
    })
      .on('error', fail)
      .end()
  })
