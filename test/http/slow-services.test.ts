import { expect, it } from 'vitest'
import { REMIND_OF_PROPOSALS } from '~/domains/proposals/reminders.server'
import { signedIn } from '../support/accounts'
import { prepareOn } from '../support/engine-site'
import { post } from '../support/forms'
import { startSite } from '../support/site'
import { inDatabaseOf } from '../support/site-database'
import { slowConnections } from '../support/slow-connections'
import { openSmtpSink } from '../support/smtp-sink'

const message = (n: number) => ({
  name: `Renée ${n}`,
  email: `renee-${n}@example.com`,
  subject: 'A wedding',
  message: 'Hello',
})

it('a site with a slow database answers, and stores what it accepts, once, and nothing that it refuses', {
  timeout: 180_000,
}, async () => {
  const { dataDir, env, remove } = await prepareOn('postgres')
  const database = new URL(env.DATABASE_URL ?? '')
  const slow = await slowConnections(Number(database.port))
  database.port = String(slow.port)
  const site = await startSite({ dataDir, env: { DATABASE_URL: database.href, RATE_LIMIT_SCALE: '100000' } })
  const answer = async (path: string) => (await fetch(site.url + path)).status
  try {
    expect(await answer('/about')).toBe(200)
    slow.delayMs = 100
    const posted = Array.from({ length: 8 }, (_, n) => post(site, '/contact', message(n)))
    expect(
      await Promise.all(['/healthz', '/about', '/readyz', '/pricing', '/search?q=light'].map(answer)),
    ).toEqual(Array(5).fill(200))
    const statuses = (await Promise.all(posted)).map(({ status }) => status)
    slow.delayMs = 0
    const stored = await inDatabaseOf(site, (db) =>
      db.selectFrom('contact_messages').select('email').where('email', 'like', 'renee-%').execute(),
    )
    const accepted = statuses.flatMap((status, n) => (status === 303 ? [message(n).email] : []))
    expect(accepted.length).toBeGreaterThan(0)
    expect(stored.map(({ email }) => email).toSorted()).toEqual(accepted.toSorted())
    expect(new Set(statuses).difference(new Set([303, 503]))).toEqual(new Set())
    for (const n of [20, 21]) expect((await post(site, '/contact', message(n))).status).toBe(303)
    expect(site.output()).not.toMatch(/an error was not caught|a rejection was not handled/)
  } finally {
    await site.stop()
    await slow.close()
    await remove()
  }
})

it('a site whose database falls silent answers 503 within seconds, and works again when it answers', {
  timeout: 180_000,
}, async () => {
  const { dataDir, env, remove } = await prepareOn('postgres')
  const database = new URL(env.DATABASE_URL ?? '')
  const between = await slowConnections(Number(database.port))
  database.port = String(between.port)
  const site = await startSite({ dataDir, env: { DATABASE_URL: database.href, RATE_LIMIT_SCALE: '100000' } })
  const ask = async (path: string) => {
    const response = await fetch(site.url + path, { redirect: 'manual' })
    return { status: response.status, text: await response.text(), wait: response.headers.get('retry-after') }
  }
  try {
    await ask('/about')
    await expect.poll(async () => (await ask('/readyz')).status).toBe(200)
    between.isSilent = true
    const sent = await Promise.all([1, 2].map((n) => post(site, '/contact', message(n))))
    expect(sent.map(({ status }) => status)).toEqual([503, 503])
    const page = await ask('/search?q=light')
    expect(page).toMatchObject({ status: 503, wait: '30' })
    expect(page.text).toContain('Please try again in a minute.')
    expect((await ask('/readyz')).status).toBe(503)
    for (const path of ['/healthz', '/about']) expect((await ask(path)).status, path).toBe(200)
    between.isSilent = false
    await expect.poll(async () => (await post(site, '/contact', message(3))).status).toBe(303)
    await expect.poll(async () => (await ask('/readyz')).status).toBe(200)
    expect((await ask('/search?q=light')).status).toBe(200)
    const stored = await inDatabaseOf(site, (db) =>
      db.selectFrom('contact_messages').select('email').where('email', 'like', 'renee-%').execute(),
    )
    expect(stored).toEqual([{ email: message(3).email }])
    expect(site.output()).not.toMatch(/an error was not caught|a rejection was not handled/)
  } finally {
    await site.stop()
    await between.close()
    await remove()
  }
})

it('a mail server that keeps an email waiting stops nothing else, and gets it once', async () => {
  const release = Promise.withResolvers<void>()
  const slow = ['renee-1@example.com', 'renee-3@example.com', 'renee-4@example.com', 'owner@example.com']
  let tests = 0
  const sink = await openSmtpSink({
    treat: (address) => {
      if (address === 'owner@example.com') tests += 1
      return slow.includes(address) ? { wait: release.promise } : undefined
    },
  })
  const site = await startSite({ env: { SMTP_URL: sink.url, RATE_LIMIT_SCALE: '100000' } })
  const stateOf = (n: number) =>
    inDatabaseOf(site, async (db) => {
      const query = db.selectFrom('outbox').select('state').where('to_address', '=', message(n).email)
      return (await query.execute()).map(({ state }) => state)
    })
  const soon = { timeout: 60_000, interval: 100 }
  try {
    for (const n of [1, 2]) expect((await post(site, '/contact', message(n))).status).toBe(303)
    await expect.poll(() => stateOf(2), soon).toEqual(['sent'])
    expect(await stateOf(1)).not.toContain('sent')
    // Other jobs, such as those about payments, don't wait for two emails that hang.
    for (const n of [3, 4]) expect((await post(site, '/contact', message(n))).status).toBe(303)
    const other = { id: 'other', kind: REMIND_OF_PROPOSALS, payload: '{}', priority: 0, run_at: 0 }
    await inDatabaseOf(site, async (db) => {
      await db
        .insertInto('jobs')
        .values({ ...other, attempts: 0, created_at: 0 })
        .execute()
    })
    const isQueued = () =>
      inDatabaseOf(site, async (db) =>
        Boolean(await db.selectFrom('jobs').select('id').where('id', '=', 'other').executeTakeFirst()),
      )
    await expect.poll(isQueued, { timeout: 20_000, interval: 100 }).toBe(false)
    expect((await fetch(`${site.url}/about`)).status).toBe(200)
    // More tests of it than pages are rendered at once.
    const Cookie = await signedIn(site, 'owner', { email: 'owner@example.com' })
    const tested = Array.from({ length: 10 }, () =>
      post(site, '/studio/settings/email', { intent: 'test' }, { Cookie }),
    )
    await expect.poll(() => tests, soon).toBe(10)
    expect((await fetch(`${site.url}/studio`, { headers: { Cookie } })).status).toBe(200)
    release.resolve()
    for (const answer of await Promise.all(tested)) expect(await answer.text()).toContain('Test email sent.')
    await expect.poll(() => stateOf(1), soon).toEqual(['sent'])
    expect(sink.caught.filter(({ recipients }) => recipients.includes(message(1).email))).toHaveLength(1)
  } finally {
    release.resolve()
    await site.stop()
    await sink.close()
  }
})
