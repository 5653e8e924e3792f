import './app-modules.ts'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { endProgram, launchProgram, runProgram } from '../test/support/program.ts'
import { startS3 } from '../test/support/s3-server.ts'
import { startPostgres } from './postgres.ts'
import { childrenTime, ownTime } from './processor-time.ts'
import { until } from './site.ts'

const POSTGRES_PORT = 3194
const INSTANCES = 3
const ROUNDS = 3
const WARM_UP = 600
const REQUESTS = Number(process.env.INSTANCES_REQUESTS ?? 600)
/** For each instance, so that none waits for requests. */
const CONNECTIONS = 4
const PAGES = ['/studio', '/studio/bookings', '/studio/photos', '/profile', '/book-session?service=portrait']

interface Instance {
  program: ChildProcess
  url: string
}

interface Cost {
  perSecond: number
  /** Milliseconds of CPU time for each request. */
  instances: number
  database: number
  /** How many requests each instance got. */
  spread: number[]
}

/**
 * Pages that are rendered each time, from one instance and from three on one PostgreSQL, in turn. Three cores would
 * serve as many requests in a second as the CPU time of one allows three times; on fewer, the number a second shows
 * only these cores.
 */
export async function benchInstances(): Promise<object[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-instances-'))
  const [postgres, s3] = await Promise.all([startPostgres(POSTGRES_PORT), startS3()])
  const instances: Instance[] = []
  try {
    const env = { ...s3.env, DATABASE_URL: postgres.url, SECRET: 's'.repeat(40), RATE_LIMIT_SCALE: '100000' }
    const start = async (n: number) => {
      instances.push(await launchProgram(join(folder, `instance-${n}`), { ...env, LOG_LEVEL: 'silent' }))
    }
    await start(0)
    await untilIdle(postgres.url)
    for (let n = 1; n < INSTANCES; n++) await start(n)
    const cookie = await becomeOwner(instances[0]?.url ?? '', {
      ...env,
      DATA_DIR: join(folder, 'instance-0'),
    })
    for (const { url } of instances) await send([url], WARM_UP, cookie)

    const [one, three]: [Cost[], Cost[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      one.push(await measure(instances.slice(0, 1), postgres.pid, cookie))
      three.push(await measure(instances, postgres.pid, cookie))
    }
    const rows = [rowOf('one instance', one), rowOf('three instances', three)]
    const ratio =
      (INSTANCES * middle(one.map((each) => each.instances))) / middle(three.map((each) => each.instances))
    return [
      ...rows,
      { measured: 'three cores for three instances would serve, times one', value: ratio.toFixed(2) },
    ]
  } finally {
    for (const { program } of instances) await endProgram(program)
    await Promise.all([postgres.stop(), s3.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

function rowOf(measured: string, costs: Cost[]) {
  const of = (value: (cost: Cost) => number, unit: string) => `${middle(costs.map(value)).toFixed(1)}${unit}`
  return {
    measured,
    'CPU time a request': of(({ instances }) => instances, ' ms'),
    'of PostgreSQL': of(({ database }) => database, ' ms'),
    'a second': of(({ perSecond }) => perSecond, ''),
    'requests of each': costs.at(-1)?.spread.join(', '),
  }
}

async function measure(instances: Instance[], postgresPid: number, cookie: string): Promise<Cost> {
  const times = () => instances.map(({ program }) => ownTime(program.pid ?? 0))
  const [before, database, begun] = [times(), databaseTime(postgresPid), performance.now()]
  const spread = await send(
    instances.map(({ url }) => url),
    REQUESTS,
    cookie,
  )
  const cpu = times().reduce((sum, time, at) => sum + time - (before[at] ?? 0), 0)
  return {
    perSecond: REQUESTS / ((performance.now() - begun) / 1_000),
    instances: cpu / REQUESTS,
    database: (databaseTime(postgresPid) - database) / REQUESTS,
    spread,
  }
}

const databaseTime = (pid: number) => ownTime(pid) + childrenTime(pid)

/** Each request goes to the next instance, as from a balancer. @returns how many each answered */
async function send(urls: string[], count: number, cookie: string): Promise<number[]> {
  const agent = new Agent({ keepAlive: true })
  const answered = urls.map(() => 0)
  let sent = 0
  const sendRest = async () => {
    while (sent < count) {
      const turn = sent++
      await ask((urls[turn % urls.length] ?? '') + PAGES[turn % PAGES.length], cookie, agent)
      answered[turn % urls.length] = (answered[turn % urls.length] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: urls.length * CONNECTIONS }, sendRest))
  agent.destroy()
  return answered
}

const ask = (address: string, cookie: string, agent: Agent): Promise<void> =>
  new Promise((done, fail) => {
    request(address, { agent, headers: { 'Accept-Encoding': 'br', Cookie: cookie } }, (answer) => {
      answer
        .resume()
        .on('end', () =>
          answer.statusCode === 200 ? done() : fail(new Error(`${address} answered ${answer.statusCode}.`)),
        )
    })
      .on('error', fail)
      .end()
  })

async function untilIdle(databaseUrl: string): Promise<void> {
  const { openDatabase } = await import('~/platform/db/database.server')
  const db = openDatabase({ databaseUrl, dataDir: '' })
  const isIdle = async () => {
    const { rows } = await sql<{
      n: string
    }>`select count(*) as n from jobs where kind like 'make-%'`.execute(db)
    return Number(rows[0]?.n) === 0
  }
  await until(isIdle).finally(() => db.destroy())
}

async function becomeOwner(url: string, env: Record<string, string>): Promise<string> {
  const { out } = await runProgram(['owner', 'invite', 'owner@example.com'], env)
  const answer = await fetch(url + /\/owner\/[\w-]+/.exec(out)?.[0], {
    method: 'POST',
    body: new URLSearchParams({
      ...{ name: 'Dorian Ellis', email: 'owner@example.com', password: 'three quiet herons' },
    }),
    redirect: 'manual',
  })
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])
  if (cookies.length === 0) throw new Error(`The owner’s link answered ${answer.status}.`)
  return cookies.join('; ')
}

if (import.meta.main) console.table(await benchInstances())
