import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startPostgres } from './postgres.ts'
import { processorTime } from './processor-time.ts'
import { root } from './site.ts'
import { fillStudio } from './studio-data.ts'
import { BROAD, COUNT, deepContact, deepId, RARE } from './studio-records.ts'

const WARM_UP = 4
const TIMES = 30

const PORT = 3191
const POSTGRES_PORT = 3192

/** Every list of the Studio, with the filters and searches that it offers. */
const REQUESTS: Record<string, string> = {
  Today: '/studio',
  'Messages, first page': '/studio/inbox',
  'Messages, deep page': `/studio/inbox?state=all&before=${deepId}`,
  'Messages, one kind': '/studio/inbox?kind=messages&state=answered',
  'Messages, rare search': `/studio/inbox?state=all&search=${RARE}`,
  'Messages, broad search': `/studio/inbox?state=all&search=${BROAD}`,
  'Messages, broad search of what waits': `/studio/inbox?search=${BROAD}`,
  'Messages, two broad words': `/studio/inbox?state=all&search=${BROAD}+lee`,
  'Messages, no match': '/studio/inbox?state=all&search=nobodyatall',
  'Mail, first page': '/studio/emails',
  'Mail, deep page': `/studio/emails?before=${deepId}`,
  'Mail, failed': '/studio/emails?state=failed',
  'Mail, rare search': `/studio/emails?search=${RARE}`,
  'Mail, broad search': `/studio/emails?search=${BROAD}`,
  'Mail, broad search of the failed': `/studio/emails?state=failed&search=${BROAD}`,
  'Mail, no match': '/studio/emails?search=nobodyatall',
  'People, first page': '/studio/clients',
  'People, deep page': `/studio/clients?before=${deepContact}`,
  'People, subscribers': '/studio/clients?filter=subscribers',
  'People, rare search': `/studio/clients?search=${RARE}`,
  'People, broad search': `/studio/clients?search=${BROAD}`,
  'People, no match': '/studio/clients?search=nobodyatall',
  'One person': '/studio/clients/PERSON',
  'Audit, first page': '/studio/activity',
  'Audit, deep page': `/studio/activity?before=${deepId}`,
  'Palette, rare': `/studio/search.data?words=${RARE}`,
  'Palette, broad': `/studio/search.data?words=${BROAD}`,
  'Palette, two letters': '/studio/search.data?words=an',
  'Palette, a title of sessions': '/studio/search.data?words=portrait',
  'Palette, no match': '/studio/search.data?words=nobodyatall',
}

interface Row {
  asked: string
  [measured: string]: string
}

/**
 * Response times of the Studio's lists over HTTP, including rendering, with `COUNT` records of each kind, on
 * both engines.
 */
export async function benchStudioLists(): Promise<Row[]> {
  const sqlite = await timesOn(undefined)
  console.log(JSON.stringify(sqlite))
  const server = await startPostgres(POSTGRES_PORT)
  const postgres = await timesOn(server.url, server.pid).finally(() => server.stop())
  return Object.keys(REQUESTS).map((asked) => ({
    asked,
    ...columnsOf('SQLite', sqlite[asked]),
    ...columnsOf('PostgreSQL', postgres[asked]),
  }))
}

interface Times {
  median: number
  p95: number
  /** CPU time of the server and its database, in milliseconds per request. */
  processor: number
}

const columnsOf = (engine: string, times: Times | undefined) => ({
  [`${engine}: median`]: `${times?.median.toFixed(1)} ms`,
  [`${engine}: p95`]: `${times?.p95.toFixed(1)} ms`,
  [`${engine}: processor`]: `${times?.processor.toFixed(1)} ms`,
})

async function timesOn(
  databaseUrl: string | undefined,
  databasePid?: number,
): Promise<Record<string, Times>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-lists-'))
  const env = { ...process.env, ...environment(dataDir, databaseUrl) }
  try {
    // The first start loads the content. The records are added while the server is stopped.
    await (await start(env)).stop()
    console.log(`Filling ${databaseUrl ? 'PostgreSQL' : 'SQLite'}…`)
    await fillStudio({ databaseUrl, dataDir })
    console.log('Asking…')
    const link = await inviteOwner(env)
    const site = await start(env)
    try {
      const cookie = await signIn(link)
      const times: Record<string, Times> = {}
      const person = await someone(cookie)
      const pids = databasePid ? [site.pid, databasePid] : [site.pid]
      for (const [asked, path] of Object.entries(REQUESTS))
        times[asked] = await timesOf(path.replace('PERSON', person), cookie, pids)
      return times
    } finally {
      await site.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const environment = (dataDir: string, databaseUrl: string | undefined) => ({
  NODE_ENV: 'production',
  LOG_LEVEL: 'silent',
  PORT: String(PORT),
  DATA_DIR: dataDir,
  ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
})

const PROGRAM = join(root, 'build/server/server.js')
const ORIGIN = `http://127.0.0.1:${PORT}`

async function start(env: NodeJS.ProcessEnv): Promise<{ pid: number; stop(): Promise<void> }> {
  const program = spawn(process.execPath, [PROGRAM, 'serve'], { cwd: root, stdio: 'ignore', env })
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(`${ORIGIN}/readyz`).catch(() => undefined)
    if (answer?.ok)
      return {
        pid: program.pid ?? 0,
        stop: async () => {
          const ended = new Promise((done) => program.once('exit', done))
          program.kill('SIGTERM')
          await ended
        },
      }
    await sleep(200)
  }
  program.kill()
  throw new Error('The site did not become ready within a minute.')
}

/** @returns the path of a link that makes an owner */
async function inviteOwner(env: NodeJS.ProcessEnv): Promise<string> {
  const args = [PROGRAM, 'owner', 'invite', 'owner@example.com']
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env })
  const path = /\/owner\/[\w-]+/.exec(stdout)?.[0]
  if (!path) throw new Error(`No link in: ${stdout}`)
  return path
}

/** @returns the value of the Cookie header */
async function signIn(link: string): Promise<string> {
  const person = { name: 'Dorian Ellis', email: 'owner@example.com', password: 'three quiet herons' }
  const answer = await fetch(ORIGIN + link, {
    method: 'POST',
    body: new URLSearchParams(person),
    redirect: 'manual',
  })
  if (answer.status !== 303) throw new Error(`The owner’s link answered ${answer.status}.`)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
}

/** @returns the id of a person in the list */
async function someone(cookie: string): Promise<string> {
  const list = await fetch(`${ORIGIN}/studio/clients`, { headers: { Cookie: cookie } })
  return /\/studio\/clients\/([\w-]{36})/.exec(await list.text())?.[1] ?? 'nobody'
}

/** Sends requests one after the other on a persistent connection. */
async function timesOf(path: string, cookie: string, pids: number[]): Promise<Times> {
  const taken: number[] = []
  let before = 0
  for (let n = 0; n < WARM_UP + TIMES; n++) {
    if (n === WARM_UP) before = processorTime(pids)
    const begun = performance.now()
    const answer = await fetch(ORIGIN + path, { headers: { Cookie: cookie }, redirect: 'manual' })
    await answer.arrayBuffer()
    if (n >= WARM_UP) taken.push(performance.now() - begun)
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}.`)
  }
  const processor = (processorTime(pids) - before) / TIMES
  taken.sort((a, b) => a - b)
  return { processor, median: taken[TIMES / 2] ?? 0, p95: taken[Math.floor(TIMES * 0.95)] ?? 0 }
}

/** The text above the table. */
export const STUDIO_LISTS_ABOUT = `The Studio’s lists with ${COUNT.toLocaleString('en-US')} records of each kind, the whole page over HTTP (≤ 50 ms)`
