import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildProgram, inFolder, NOW, type Program } from './booking-studio.ts'
import { withPostgres } from './own-postgres.ts'

const BOOKINGS = 1_500
const WARM_UP = 150
const KILLS = { SQLite: 60, PostgreSQL: 20 }
const AT_ONCE = 8
const HALF_HOUR = 1_800_000
/** A week ahead, so that the minimum notice doesn't apply. */
const FIRST_START = NOW + 7 * 86_400_000

export interface WritesRow {
  database: string
  measured: string
  value: string
  target: string
}

interface Where {
  database: keyof typeof KILLS
  /** Path of the built modules. */
  url: string
  dataDir: string
  databaseUrl?: string
}

/** Bookings through the whole operation, each in a transaction that is on disk before it is answered. */
export async function benchBookingWrites(): Promise<WritesRow[]> {
  const url = await buildProgram()
  return await inFolder(async (folder) => [
    ...(await measure({ database: 'SQLite', url, dataDir: folder })),
    ...(await withPostgres(join(folder, 'postgres'), (databaseUrl) =>
      measure({ database: 'PostgreSQL', url, dataDir: folder, databaseUrl }),
    )),
  ])
}

async function measure(where: Where): Promise<WritesRow[]> {
  await openStudio(where)
  const bare = bareCommits(where)
  const writer = await startWriter(where)
  const send = sender(writer)
  await Promise.all(numbers(0, WARM_UP).map(send))
  const began = performance.now()
  const before = send.processorMs()
  const ids = await Promise.all(numbers(WARM_UP, WARM_UP + BOOKINGS).map(send))
  const processorMs = (send.processorMs() - before) / BOOKINGS
  const aSecond = (BOOKINGS / (performance.now() - began)) * 1_000
  if (ids.includes(null)) throw new Error('a free start was refused')
  await stop(writer)
  const kept = await bookWhileKilled(where, WARM_UP + BOOKINGS)
  const row = (measured: string, value: string, target = '') => ({
    database: where.database,
    measured,
    value,
    target,
  })
  return [
    row('bookings a second', aSecond.toFixed(0), where.database === 'SQLite' ? '≥ 200' : ''),
    row('processor time of one', `${processorMs.toFixed(2)} ms`),
    ...(bare === undefined ? [] : [row('bare commits of one row a second, same disk', bare.toFixed(0))]),
    row('times the program was killed', String(KILLS[where.database])),
    row('acknowledged bookings meanwhile', String(kept.acknowledged)),
    row('of them lost', String(kept.lost), '0'),
    row('booked twice', String(kept.doubled), '0'),
    row('emails to clients that are missing or too many', String(kept.emails), '0'),
  ]
}

async function openStudio({ url, dataDir, databaseUrl }: Where): Promise<void> {
  const program: Program = await import(url)
  const db = program.openDatabase({ databaseUrl, dataDir })
  await program.migrate(db)
  await program.putTestSettings(db)
  await program.makeTermsVersion(db)
  const place = await program.makePlace(db, { is_default: 1 })
  await program.makeSessionType(db, {
    slug: 'short',
    minutes: 30,
    buffer_after_minutes: 0,
    needs_approval: 0,
    booking_window_days: 3_650,
    places: [place],
  })
  const allWeek = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '00:00', closes: '24:00' }))
  await program.makeSchedule(db, { hours: JSON.stringify(allWeek) })
  await db.destroy()
}

/** SQLite's commits per second on this disk, with the same durability, for a row of one number. */
function bareCommits({ database: name, dataDir }: Where): number | undefined {
  if (name !== 'SQLite') return undefined
  const database = new DatabaseSync(join(dataDir, 'bare.sqlite'))
  database.exec('pragma journal_mode = wal; pragma synchronous = full; create table rows (n)')
  const insert = database.prepare('insert into rows values (?)')
  const began = performance.now()
  for (let n = 0; n < 500; n++) insert.run(n)
  const aSecond = (500 / (performance.now() - began)) * 1_000
  database.close()
  return aSecond
}

async function startWriter({ url, dataDir, databaseUrl }: Where): Promise<ChildProcess> {
  const writer = fork(
    join(import.meta.dirname, 'booking-writer.ts'),
    [url, dataDir, ...(databaseUrl ? [databaseUrl] : [])],
    // As in production: React renders emails several times faster.
    { stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } },
  )
  await once(writer, 'message')
  return writer
}

async function stop(writer: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  const ended = once(writer, 'exit')
  writer.kill(signal)
  await ended
}

const numbers = (from: number, until: number): number[] =>
  Array.from({ length: until - from }, (_, index) => from + index)

interface Send {
  (n: number): Promise<string | null>
  /** CPU time of the writer's process until its last answer. */
  processorMs(): number
}

/** Sends start times, a few at once. @returns the booking's id; null: refused */
function sender(writer: ChildProcess): Send {
  const waiting = new Map<number, (id: string | null) => void>()
  const queue: (() => void)[] = []
  let underway = 0
  let processorMs = 0
  writer.on('message', (answer) => {
    const { n, id, ...used } = answer as { n: number; id: string | null; processorMs: number }
    processorMs = used.processorMs
    waiting.get(n)?.(id)
    waiting.delete(n)
    underway--
    queue.shift()?.()
  })
  const send = (n: number) =>
    new Promise<string | null>((resolve) => {
      const begin = () => {
        underway++
        waiting.set(n, resolve)
        writer.send({ n, startsAt: FIRST_START + n * HALF_HOUR })
      }
      if (underway < AT_ONCE) begin()
      else queue.push(begin)
    })
  return Object.assign(send, { processorMs: () => processorMs })
}

/**
 * Keeps booking while the process is killed repeatedly. A start time without an answer is sent once more, as a
 * client would do.
 */
async function bookWhileKilled(where: Where, first: number): Promise<Kept> {
  const journal = join(where.dataDir, `journal-${where.database}.txt`)
  let next = first
  let unanswered: number[] = []
  for (let kill = 0; kill < KILLS[where.database]; kill++) {
    const writer = await startWriter(where)
    const send = sender(writer)
    let isAlive = true
    const again = unanswered
    const open = new Set<number>()
    const book = async (n: number): Promise<void> => {
      open.add(n)
      const id = await send(n)
      open.delete(n)
      appendFileSync(journal, `${n} ${id}\n`)
      if (isAlive) void book(next++)
    }
    for (const n of again) void book(n)
    while (open.size < AT_ONCE) void book(next++)
    await sleep(100 + Math.random() * 700)
    isAlive = false
    await stop(writer, 'SIGKILL')
    unanswered = [...open]
  }
  const writer = await startWriter(where)
  const send = sender(writer)
  for (const n of unanswered) appendFileSync(journal, `${n} ${await send(n)}\n`)
  await stop(writer)
  return await compare(where, readFileSync(journal, 'utf8'), first, next)
}

interface Kept {
  acknowledged: number
  lost: number
  doubled: number
  /** Number of bookings whose client doesn't have exactly one email. */
  emails: number
}

async function compare(
  { url, dataDir, databaseUrl }: Where,
  journal: string,
  first: number,
  next: number,
): Promise<Kept> {
  const acknowledged = journal
    .trim()
    .split('\n')
    .map((line) => line.split(' ') as [string, string])
  const program: Program = await import(url)
  const db = program.openDatabase({ databaseUrl, dataDir })
  const kept = await db
    .selectFrom('bookings as b')
    .innerJoin('occupancies as o', 'o.booking_id', 'b.id')
    .select(['b.id', 'b.session_date as at', 'b.email'])
    .where('b.session_date', '>=', FIRST_START + first * HALF_HOUR)
    .execute()
  const emails = await db.selectFrom('outbox').select(['to_address', 'kind']).execute()
  await db.destroy()
  const written = Map.groupBy(
    emails.filter(({ kind }) => kind === 'booking-confirmed'),
    ({ to_address }) => to_address,
  )
  const byId = new Map(kept.map(({ id, at }) => [id, at]))
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter(([n, id]) => byId.get(id) !== FIRST_START + Number(n) * HALF_HOUR).length,
    // Every start time was answered eventually, so there should be one booking for each.
    doubled: kept.length - (next - first),
    emails: kept.filter(({ email }) => written.get(email)?.length !== 1).length,
  }
}
