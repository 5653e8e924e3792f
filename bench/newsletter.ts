import './app-modules.ts'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { memoryOf } from './memory.ts'
import { ownTime } from './processor-time.ts'
import { becomeOwner, startBenchSite } from './site.ts'

const PORT = 3198
const READERS = Number(process.env.NEWSLETTER_READERS ?? 20_000)
const TEXT = 'The light is back, and so are the open dates. We look forward to seeing you. '
const PATHS = ['/', '/contact', '/book-session?service=portrait', '/pricing']

/**
 * Sends a newsletter to 20,000 subscribers over a local mail server that only counts, while the site is requested.
 */
export async function benchNewsletter() {
  const sink = fork(join(import.meta.dirname, 'smtp-counter.ts'))
  const [smtpPort] = (await once(sink, 'message')) as [number]
  const site = await startBenchSite(PORT, { SMTP_URL: `smtp://127.0.0.1:${smtpPort}` })
  try {
    addReaders(site.dataDir)
    const cookie = await becomeOwner(site)
    const post = (path: string, fields: Record<string, string>) =>
      fetch(site.url + path, {
        method: 'POST',
        headers: { cookie },
        body: new URLSearchParams(fields),
        redirect: 'manual',
      })
    const added = await post('/studio/newsletter', { intent: 'add' })
    const id = added.headers.get('location')?.split('/').at(-1) ?? ''
    writeText(site.dataDir, id)
    const median = async (seconds: number, until = () => false) => {
      const times: number[] = []
      const end = performance.now() + seconds * 1_000
      for (let n = 0; performance.now() < end && !until(); n++) {
        const begun = performance.now()
        await (await fetch(site.url + PATHS[n % PATHS.length])).arrayBuffer()
        times.push(performance.now() - begun)
        await sleep(20)
      }
      return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
    }
    await median(5)
    const before = await median(10)
    const idle = memoryOf(site.pid)['main process, MB']
    const cpuBefore = ownTime(site.pid)
    const begun = performance.now()
    const sent = await post(`/studio/newsletter/${id}/review`, { intent: 'send', version: '1' })
    const queuedMs = performance.now() - begun
    if (sent.status !== 303) throw new Error(`Sending answered ${sent.status}.`)
    const state = () => stateOf(site.dataDir, id)
    const memory: number[] = []
    const watch = setInterval(() => memory.push(memoryOf(site.pid)['main process, MB']), 1_000)
    const during = await median(600, () => state() !== 'sending')
    clearInterval(watch)
    const seconds = (performance.now() - begun) / 1_000
    const cpu = (ownTime(site.pid) - cpuBefore) / READERS
    const tenth = Math.ceil(memory.length / 10)
    const average = (some: number[]) => Math.round(some.reduce((sum, each) => sum + each, 0) / some.length)
    return [
      {
        measured: `queueing ${READERS} recipients`,
        value: `${(queuedMs / 1_000).toFixed(2)} s`,
        target: '2 s',
      },
      { measured: 'sent a second', value: Math.round(READERS / seconds), target: '300' },
      { measured: 'CPU of the server an email, with the pages', value: `${cpu.toFixed(2)} ms`, target: '' },
      {
        measured: 'memory of the server: idle, first and last tenth',
        value: `${idle}, ${average(memory.slice(0, tenth))}, ${average(memory.slice(-tenth))} MB`,
        target: 'flat',
      },
      {
        measured: 'median answer of the site: before, while sending',
        value: `${before.toFixed(1)}, ${during.toFixed(1)} ms`,
        target: 'at most doubled',
      },
    ]
  } finally {
    await site.stop()
    sink.kill()
  }
}

const open = (dataDir: string, readOnly: boolean) =>
  new DatabaseSync(join(dataDir, 'studio.sqlite'), { readOnly, timeout: 20_000 })

function addReaders(dataDir: string): void {
  const database = open(dataDir, false)
  // A newsletter needs a postal address.
  database.exec(
    `update settings set value = json_set(value, '$.address.street', '41 Example Street') where key = 'studio'`,
  )
  const insert = database.prepare(
    'insert into newsletter (id, email, email_key, request_date, unsubscribe_token) values (?, ?, ?, 1, ?)',
  )
  database.exec('begin')
  for (let n = 0; n < READERS; n++) {
    const email = `reader${n}@example.com`
    insert.run(`reader ${n}`, email, email, `token-of-the-reader-with-the-number-${n}`)
  }
  database.exec('commit')
  database.close()
}

/** About 20 KB of HTML. */
function writeText(dataDir: string, id: string): void {
  const paragraph = { type: 'paragraph', content: [{ type: 'text', text: TEXT.repeat(5) }] }
  const document = { version: 1, doc: { type: 'doc', content: Array(20).fill(paragraph) } }
  const database = open(dataDir, false)
  database
    .prepare('update newsletter_campaigns set subject = ?, document = ?, rate = 60000 where id = ?')
    .run('First light', JSON.stringify(document), id)
  database.close()
}

function stateOf(dataDir: string, id: string): unknown {
  const database = open(dataDir, true)
  const row = database.prepare('select state from newsletter_campaigns where id = ?').get(id)
  database.close()
  return row?.state
}

if (import.meta.main) console.table(await benchNewsletter())
