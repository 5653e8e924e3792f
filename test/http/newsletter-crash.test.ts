import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { post, rows } from '../support/forms'
import { copyInstallation, type Site, startSite } from '../support/site'
import { openSmtpSink, type SmtpSink } from '../support/smtp-sink'

const READERS = 400
const KILLS = 6

let dataDir: string
let sink: SmtpSink
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'newsletter-crash-'))
  await copyInstallation('texts', dataDir)
  sink = await openSmtpSink({
    treat: (address) => {
      const number = Number(/\d+/.exec(address)?.[0])
      if (number % 50 === 7) return { recipient: '550 5.1.1 No such user' }
      if (number % 50 === 9) return { cut: 'after the text' }
      return { wait: sleep(Math.random() * 30) }
    },
  })
})
afterAll(async () => {
  await sink?.close()
  await rm(dataDir, { recursive: true, force: true })
})

const withDatabase = (work: (database: DatabaseSync) => void) => {
  // A killed process may keep the file locked for a moment.
  const database = new DatabaseSync(join(dataDir, 'studio.sqlite'), { timeout: 20_000 })
  work(database)
  database.close()
}

/** Expires the claims of a dead process, as minutes later. */
const forgetClaims = () =>
  withDatabase((database) => {
    database.exec('update jobs set claimed_by = null, claimed_until = null, run_at = 0')
    database.exec('update newsletter_campaigns set sender_until = 1 where sender is not null')
  })

const prepareSending = () =>
  withDatabase((database) => {
    // A newsletter needs a postal address.
    database.exec(`update settings set value = json_set(value, '$.address.street', '41 Example Street')
      where key = 'studio'`)
    const insert = database.prepare(
      'insert into newsletter (id, email, email_key, request_date, unsubscribe_token) values (?, ?, ?, 1, ?)',
    )
    for (let n = 0; n < READERS; n++)
      insert.run(`reader ${n}`, `reader${n}@example.com`, `reader${n}@example.com`, `token-of-reader-${n}`)
  })

it('a newsletter reaches each address at most once, and its accounts add up, whenever the program is killed', async () => {
  const env = { SMTP_URL: sink.url }
  let site: Site = await startSite({ dataDir, env })
  prepareSending()
  const cookie = await signedIn(site, 'owner')
  const added = await post(site, '/studio/newsletter', { intent: 'add' }, { cookie })
  const id = added.headers.get('location')?.split('/').at(-1) ?? ''
  withDatabase((database) => {
    database
      .prepare('update newsletter_campaigns set subject = ?, document = ?, rate = 6000 where id = ?')
      .run('First light', TEXT, id)
  })
  const sent = await post(
    site,
    `/studio/newsletter/${id}/review`,
    { intent: 'send', version: '1' },
    { cookie },
  )
  expect(sent.status, await sent.text()).toBe(303)
  const countOf = (state: string) =>
    Number(rows(site, 'select count(*) as n from newsletter_recipients where state = ?', state)[0]?.n)
  const queued = Number(rows(site, 'select count(*) as n from newsletter_recipients')[0]?.n)
  expect(queued).toBeGreaterThanOrEqual(READERS)
  for (let kill = 0; kill < KILLS; kill++) {
    const before = sink.caught.length
    await expect.poll(() => sink.caught.length, { timeout: 60_000 }).toBeGreaterThan(before)
    await sleep(Math.random() * 400)
    process.kill(site.pid, 'SIGKILL')
    forgetClaims()
    site = await startSite({ dataDir, env })
  }
  const state = () => rows(site, 'select state from newsletter_campaigns where id = ?', id)[0]?.state
  await expect.poll(state, { timeout: 120_000, interval: 200 }).toBe('sent')
  const received = sink.caught.flatMap(({ recipients }) => recipients)
  expect(new Set(received).size).toBe(received.length)
  const [done, refused, uncertain, skipped] = ['sent', 'refused', 'uncertain', 'skipped'].map(countOf)
  expect(Number(done) + Number(refused) + Number(uncertain) + Number(skipped)).toBe(queued)
  // One that was being refused when the program was killed is uncertain.
  const isRefused = ({ email }: Record<string, unknown>) => /^reader(\d*[05])?7@/.test(String(email))
  const states = (condition: string) =>
    rows(site, `select email, state from newsletter_recipients where ${condition}`)
  expect(states("state in ('refused', 'uncertain')").filter(isRefused)).toHaveLength(READERS / 50)
  expect(states("state = 'refused'").every(isRefused)).toBe(true)
  // Everyone who counts as sent got it.
  const got = new Set(received)
  const claimed = rows(site, `select email from newsletter_recipients where state = 'sent'`)
  expect(claimed.filter(({ email }) => !got.has(String(email)))).toEqual([])
  await site.stop()
}, 300_000)

const TEXT = JSON.stringify({
  version: 1,
  doc: {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'The light is back.' }] }],
  },
})
