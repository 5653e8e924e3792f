import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildProgram, inFolder, NOW, type Program } from './booking-studio.ts'

const BOOKINGS = 1_500
const WARM_UP = 150
const KILLS = 12
const AT_ONCE = 8
const HALF_HOUR = 1_800_000
/** A week on, so that notice is no matter. */
const FIRST_START = NOW + 7 * 86_400_000

export interface WritesRow {
  measured: string
  value: string
  target: string
}

/** Bookings through the whole operation, each in a transaction that is on the disk before it is answered. */
export async function benchBookingWrites(): Promise<WritesRow[]> {
  const url = await buildProgram()
  return await inFolder(async (folder) => {
    await openStudio(url, folder)
    const bare = bareCommits(folder)
    const writer = await startWriter(url, folder)
    const send = sender(writer)
    await Promise.all(numbers(0, WARM_UP).map(send))
    const began = performance.now()
    const before = send.processorMs()
    const ids = await Promise.all(numbers(WARM_UP, WARM_UP + BOOKINGS).map(send))
    const processorMs = (send.processorMs() - before) / BOOKINGS
    const aSecond = (BOOKINGS / (performance.now() - began)) * 1_000
    if (ids.includes(null)) throw new Error('a free start was refused')
    await stop(writer)
    const kept = await bookWhileKilled(url, folder, WARM_UP + BOOKINGS)
    return [
      { measured: 'bookings a second', value: aSecond.toFixed(0), target: '≥ 200' },
      { measured: 'processor time of one', value: `${processorMs.toFixed(2)} ms`, target: '' },
      { measured: 'bare commits of one row a second, same disk', value: bare.toFixed(0), target: '' },
      { measured: 'times the program was killed', value: String(KILLS), target: '' },
      { measured: 'acknowledged bookings meanwhile', value: String(kept.acknowledged), target: '' },
      { measured: 'of them lost', value: String(kept.lost), target: '0' },
      { measured: 'booked twice', value: String(kept.doubled), target: '0' },
    ]
  })
}

async function openStudio(url: string, dataDir: string): Promise<void> {
  const program: Program = await import(url)
  const db = program.openDatabase({ databaseUrl: undefined, dataDir })
  await program.migrate(db)
  await program.putTestSettings(db)
  await program.makeTermsVersion(db)
  const place = await program.makePlace(db, { is_default: 1 })
  await program.makeSessionType(db, {
    slug: 'short',
    minutes: 30,
    buffer_after_minutes: 0,
    needs_approval: 0,
    horizon_days: 3_650,
    places: [place],
  })
  const allWeek = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '00:00', closes: '24:00' }))
  await program.makeSchedule(db, { hours: JSON.stringify(allWeek) })
  await db.destroy()
}

/** What the disk gives: the same promise of being written, for a row of one number. */
function bareCommits(folder: string): number {
  const database = new DatabaseSync(join(folder, 'bare.sqlite'))
  database.exec('pragma journal_mode = wal; pragma synchronous = full; create table rows (n)')
  const insert = database.prepare('insert into rows values (?)')
  const began = performance.now()
  for (let n = 0; n < 500; n++) insert.run(n)
  const aSecond = (500 / (performance.now() - began)) * 1_000
  database.close()
  return aSecond
}

async function startWriter(url: string, dataDir: string): Promise<ChildProcess> {
  const writer = fork(join(import.meta.dirname, 'booking-writer.ts'), [url, dataDir], { stdio: 'inherit' })
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
  /** What the writer's process has used until its last answer. */
  processorMs(): number
}

/** Sends starts, a few at once. @returns the booking's id; null: it was refused */
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
 * Books on and on while the program is killed again and again. Whatever was not answered is sent once more, as a
 * person does who sees no answer.
 */
async function bookWhileKilled(
  url: string,
  dataDir: string,
  first: number,
): Promise<{ acknowledged: number; lost: number; doubled: number }> {
  const journal = join(dataDir, 'journal.txt')
  let next = first
  let unanswered: number[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    const writer = await startWriter(url, dataDir)
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
  const writer = await startWriter(url, dataDir)
  const send = sender(writer)
  for (const n of unanswered) appendFileSync(journal, `${n} ${await send(n)}\n`)
  await stop(writer)
  return compare(dataDir, readFileSync(journal, 'utf8'), first, next)
}

function compare(
  dataDir: string,
  journal: string,
  first: number,
  next: number,
): { acknowledged: number; lost: number; doubled: number } {
  const acknowledged = journal
    .trim()
    .split('\n')
    .map((line) => line.split(' ') as [string, string])
  const database = new DatabaseSync(join(dataDir, 'studio.sqlite'), { readOnly: true })
  const kept = database
    .prepare(
      'select b.id, b.session_date as at from bookings b join occupancies o on o.booking_id = b.id where b.session_date >= ?',
    )
    .all(FIRST_START + first * HALF_HOUR) as { id: string; at: number }[]
  database.close()
  const byId = new Map(kept.map(({ id, at }) => [id, at]))
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter(([n, id]) => byId.get(id) !== FIRST_START + Number(n) * HALF_HOUR).length,
    // One for each start that was ever sent, and all of those were answered in the end.
    doubled: kept.length - (next - first),
  }
}
