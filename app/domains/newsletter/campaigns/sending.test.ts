import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { storedDocument } from '~/domains/texts/read-document'
import { fixedClock, systemClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { newId, newToken } from '~/platform/ids.server'
import { startWorker } from '~/platform/jobs/worker.server'
import { serverMailer } from '~/platform/mail/mailer.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import { putTestSettings, testSender, testSettings } from '../../../../test/support/settings'
import { openSmtpSink, type Treatment } from '../../../../test/support/smtp-sink'
import { newsletterSchema } from '../document/schema'
import { unsubscribe } from '../operations.server'
import { addCampaign, readCampaign, saveCampaign } from './drafts.server'
import { campaignJobs } from './jobs.server'
import { countRecipients, noRecipients, selectRecipients } from './recipients-store.server'
import { CONNECTIONS } from './sender.server'
import {
  changeCampaign,
  pauseRestored,
  scheduleCampaign,
  sendCampaign,
  startCampaign,
} from './sending.server'

const config = { siteUrl: 'https://photos.example.com', mailFrom: undefined, secret: 's'.repeat(32) }
const author = { uid: 'owner', name: 'Dorian Ellis' }
const log = pino({ level: 'silent' })
/** Generous, since other tests may slow down the machine. */
const soon = { timeout: 60_000, interval: 20 }

const document = storedDocument(
  newsletterSchema.node('doc', null, [
    newsletterSchema.node('paragraph', null, [
      newsletterSchema.text('Hello {first name}, the light is back.'),
    ]),
  ]),
)

async function addSubscribers(db: Db, emails: string[]) {
  for (const email of emails)
    await db
      .insertInto('newsletter')
      .values({
        ...{ id: newId(), email, email_key: email.toLowerCase(), request_date: 1 },
        ...{ unsubscribe_token: newToken(), unsubscribed_at: null, unconfirmed_since: null },
      })
      .execute()
}

const depsFor = (db: Db, clock = systemClock) => ({ db, clock, config, author })

/** A draft with a text, to everyone, at a high rate. */
async function addDraft(db: Db, rate = 60_000) {
  const id = await addCampaign(depsFor(db), { subject: 'First light', document })
  await db.updateTable('newsletter_campaigns').set({ rate }).where('id', '=', id).execute()
  return id
}

async function openSink(treat?: (address: string, attempt: number) => Treatment | undefined) {
  const sink = await openSmtpSink(treat ? { treat } : {})
  onTestFinished(() => sink.close())
  return sink
}

function work(db: Db, url: string | (() => string | undefined), clock = systemClock) {
  const server = serverMailer(async () => (typeof url === 'string' ? url : url()), {
    connections: CONNECTIONS,
  })
  const deps = { ...depsFor(db, clock), openServer: server.open, readSender: async () => testSender }
  const worker = startWorker({ db, clock, log, handlers: campaignJobs(deps), pollMs: 20, leaseMs: 60_000 })
  onTestFinished(async () => {
    await worker.stop()
    server.close()
  })
  return worker
}

const countsOf = async (db: Db, id: string) => (await countRecipients(db, [id])).get(id) ?? noRecipients()
const stateBecomes = (db: Db, id: string, state: string) =>
  vi.waitFor(async () => expect((await readCampaign({ db }, id))?.state).toBe(state), soon)
const becomes = (db: Db, id: string, counts: object) =>
  vi.waitFor(async () => expect(await countsOf(db, id)).toMatchObject(counts), soon)

async function prepared(db: Db, emails: string[], rate?: number) {
  await putTestSettings(db)
  await addSubscribers(db, emails)
  return await addDraft(db, rate)
}

const send = async (db: Db, id: string, clock = systemClock) =>
  sendCampaign(depsFor(db, clock), id, (await readCampaign({ db }, id))?.version ?? '')

const emailsOf = (count: number) => Array.from({ length: count }, (_, n) => `reader${n}@example.com`)

describeOnBothEngines('a newsletter', (open) => {
  test('reaches everyone once, each with a separate unsubscribe link and Message-ID', async () => {
    const { db } = await open()
    const emails = emailsOf(40)
    const id = await prepared(db, emails)
    const sink = await openSink()
    expect(await send(db, id)).toEqual({ ok: true })
    // Two workers, as of two instances.
    work(db, sink.url)
    work(db, sink.url)
    await stateBecomes(db, id, 'sent')
    expect(sink.caught.map(({ recipients }) => recipients.join()).toSorted()).toEqual(emails.toSorted())
    expect(await countsOf(db, id)).toEqual({ ...noRecipients(), sent: 40 })
    const tokens = await db.selectFrom('newsletter').select(['email', 'unsubscribe_token as token']).execute()
    const ids = new Set<string>()
    for (const { recipients, mail } of sink.caught) {
      const token = tokens.find(({ email }) => email === recipients[0])?.token
      const link = `https://photos.example.com/newsletter/unsubscribe/${token}?newsletter=${id}`
      const header = (key: string) => mail.headers.find((each) => each.key === key)?.value
      expect(header('list-unsubscribe')).toBe(`<${link}>`)
      expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
      expect(mail.html).toContain(link)
      expect(mail.text).toContain(link)
      expect(mail.text).toContain('Hello there, the light is back.')
      ids.add(String(mail.messageId))
    }
    expect(ids.size).toBe(40)
  })

  test('tries again after a 4xx answer, and settles 5xx answers, cut connections and people who left', async () => {
    const { db } = await open()
    const id = await prepared(db, [
      ...['busy', 'gone', 'policy', 'spam', 'cut', 'lost', 'fine', 'left'].map((who) => `${who}@example.com`),
    ])
    const sink = await openSink((address, attempt) => {
      const treatments: Record<string, Treatment | undefined> = {
        'busy@example.com': attempt === 1 ? { recipient: '450 4.2.1 Busy, try later' } : undefined,
        'gone@example.com': { recipient: '550 5.1.1 No such user' },
        'policy@example.com': { recipient: '550 5.7.1 Not from you' },
        'spam@example.com': { text: '554 5.6.0 This looks like spam' },
        'cut@example.com': { cut: 'in the text' },
        'lost@example.com': { cut: 'after the text' },
      }
      return treatments[address]
    })
    expect(await send(db, id)).toEqual({ ok: true })
    const { token } = await db
      .selectFrom('newsletter')
      .select('unsubscribe_token as token')
      .where('email', '=', 'left@example.com')
      .executeTakeFirstOrThrow()
    await unsubscribe(depsFor(db), token)
    work(db, sink.url)
    await stateBecomes(db, id, 'sent')
    expect(await countsOf(db, id)).toMatchObject({ sent: 2, refused: 3, uncertain: 2, skipped: 1 })
    const sent = (await selectRecipients(db, id, { state: 'sent', after: 0, limit: 9 })).map(
      (each) => each.email,
    )
    expect(sent.toSorted()).toEqual(['busy@example.com', 'fine@example.com'])
    // The text of one of the cut ones had arrived. Neither is sent again.
    expect(sink.caught.flatMap(({ recipients }) => recipients).toSorted()).toEqual([
      ...['busy@example.com', 'fine@example.com', 'lost@example.com'],
    ])
    const suppressed = await db
      .selectFrom('newsletter_suppressions')
      .select(['email_key', 'reason'])
      .execute()
    expect(suppressed).toEqual([
      ...[{ email_key: 'left@example.com', reason: 'unsubscribed' }],
      ...[{ email_key: 'gone@example.com', reason: 'bounced' }],
    ])
  })

  test('gives up a temporary failure after a day', async () => {
    const { db } = await open()
    const clock = fixedClock('2026-11-20T12:00:00Z')
    const id = await prepared(db, ['busy@example.com'])
    const sink = await openSink(() => ({ recipient: '450 4.2.1 Busy, try later' }))
    await send(db, id, clock)
    work(db, sink.url, clock)
    let attempts = 0
    for (let hours = 0; hours < 60 && (await readCampaign({ db }, id))?.state !== 'sent'; hours++) {
      const before = attempts
      await vi.waitFor(async () => {
        const row = await db.selectFrom('newsletter_recipients').selectAll().executeTakeFirstOrThrow()
        const job = await db.selectFrom('jobs').select('claimed_by').executeTakeFirst()
        expect(row.state === 'refused' || (row.attempts > before && !job?.claimed_by)).toBe(true)
        attempts = row.attempts
      }, soon)
      clock.advance(3_600_000 * 1.3)
    }
    expect(await countsOf(db, id)).toMatchObject({ refused: 1 })
    expect(attempts).toBeGreaterThan(15)
  })

  test('waits for a server that can’t be reached or refuses the sign-in, and loses no one', async () => {
    const { db } = await open()
    const clock = fixedClock('2026-11-20T12:00:00Z')
    const id = await prepared(db, emailsOf(5))
    const signIn = { username: 'rosa', password: 'three quiet herons' }
    const sink = await openSmtpSink({ signIn })
    onTestFinished(() => sink.close())
    const urls = ['smtp://127.0.0.1:1', sink.url.replace('three', 'four'), sink.url]
    let at = 0
    await send(db, id, clock)
    work(db, () => urls[at], clock)
    const troubled = async (words: RegExp) => {
      await vi.waitFor(async () => expect((await readCampaign({ db }, id))?.trouble).toMatch(words), soon)
      expect(await countsOf(db, id)).toMatchObject({ queued: 5, sent: 0 })
      at++
      clock.advance(3_600_000)
    }
    await troubled(/ECONNREFUSED/)
    await troubled(/535/)
    await stateBecomes(db, id, 'sent')
    expect(await countsOf(db, id)).toMatchObject({ sent: 5 })
    expect(sink.caught).toHaveLength(5)
  })

  test('pauses when the server refuses one after the other, so that a mistake doesn’t cost the list', async () => {
    const { db } = await open()
    const clock = fixedClock('2026-11-20T12:00:00Z')
    const id = await prepared(db, emailsOf(60))
    let isTrusted = false
    const sink = await openSink(() =>
      isTrusted ? undefined : { text: '554 5.7.1 Your domain has no reputation' },
    )
    await send(db, id, clock)
    work(db, sink.url, clock)
    await stateBecomes(db, id, 'paused')
    expect(await countsOf(db, id)).toMatchObject({ refused: 0, queued: 60 })
    expect((await readCampaign({ db }, id))?.trouble).toContain('no reputation')

    isTrusted = true
    clock.advance(3_600_000)
    expect(await changeCampaign(depsFor(db, clock), id, 'resume')).toEqual({ ok: true })
    await stateBecomes(db, id, 'sent')
    expect(await countsOf(db, id)).toMatchObject({ sent: 60 })
  })

  test('can be paused, resumed and stopped, and the accounts add up', async () => {
    const { db } = await open()
    const id = await prepared(db, emailsOf(30))
    let release = () => undefined as unknown
    const gate = new Promise((done) => {
      release = () => done(undefined)
    })
    const sink = await openSink((address) =>
      Number(/\d+/.exec(address)?.[0]) < 8 ? undefined : { wait: gate },
    )
    await send(db, id)
    work(db, sink.url)
    await becomes(db, id, { sent: 8, sending: CONNECTIONS })
    expect(await changeCampaign(depsFor(db), id, 'pause')).toEqual({ ok: true })
    expect(await changeCampaign(depsFor(db), id, 'pause')).toEqual({ ok: false })
    release()
    await becomes(db, id, { sent: 8 + CONNECTIONS, sending: 0, queued: 22 - CONNECTIONS })
    expect(await changeCampaign(depsFor(db), id, 'resume')).toEqual({ ok: true })
    await stateBecomes(db, id, 'sent')
    expect(await countsOf(db, id)).toMatchObject({ sent: 30 })

    const stopped = await addDraft(db, 60)
    await send(db, stopped)
    await vi.waitFor(async () => expect((await countsOf(db, stopped)).sent).toBeGreaterThan(0), soon)
    expect(await changeCampaign(depsFor(db), stopped, 'stop')).toEqual({ ok: true })
    await becomes(db, stopped, { queued: 0, sending: 0 })
    const { sent, skipped } = await countsOf(db, stopped)
    expect(sent + skipped).toBe(30)
    expect(await changeCampaign(depsFor(db), stopped, 'resume')).toEqual({ ok: false })
  })

  test('never sends again to an address whose attempt was interrupted', async () => {
    const { db } = await open()
    const id = await prepared(db, emailsOf(3))
    await send(db, id)
    // As a killed process leaves it.
    await db
      .updateTable('newsletter_recipients')
      .set({ state: 'sending', attempts: 1, first_at: 1, begun_at: 1 })
      .where('number', '=', 2)
      .execute()
    await db.updateTable('newsletter_campaigns').set({ sender: 'dead', sender_until: 1 }).execute()
    const sink = await openSink()
    work(db, sink.url)
    await stateBecomes(db, id, 'sent')
    expect(await countsOf(db, id)).toMatchObject({ sent: 2, uncertain: 1 })
    expect(sink.caught).toHaveLength(2)
  })

  test('is queued once, and only the version that the owner saw', async () => {
    const { db } = await open()
    const id = await prepared(db, emailsOf(20))
    expect(await sendCampaign(depsFor(db), id, '7')).toMatchObject({ ok: false, reason: 'changed-since' })
    const outcomes = await Promise.all([send(db, id), send(db, id), send(db, id)])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await countsOf(db, id)).toMatchObject({ queued: 20 })
    const fields = { get: () => '', getAll: () => [], has: () => false }
    const sent = { fields, document, version: '2', isSeparate: false }
    expect((await saveCampaign(depsFor(db), id, { ...sent, fields: { ...fields, get: rateOnly } })).ok).toBe(
      false,
    )
  })

  test('is refused without a postal address, a subject, a text or recipients', async () => {
    const { db } = await open()
    const id = await prepared(db, [])
    expect(await send(db, id)).toEqual({ ok: false, reason: 'no-recipients' })
    expect((await readCampaign({ db }, id))?.state).toBe('draft')
    await addSubscribers(db, emailsOf(1))
    const blank = await addCampaign(depsFor(db))
    expect(await send(db, blank)).toMatchObject({ ok: false, reason: 'findings' })
    const { studio } = testSettings
    const address = { ...studio.address, region: 'Your state', postalCode: '00000' }
    await putTestSettings(db, { ...testSettings, studio: { ...studio, address } })
    expect(await send(db, id)).toMatchObject({ ok: false, reason: 'findings' })
  })

  test('starts at its scheduled time, with the subscribers of then, unless it was rescheduled', async () => {
    const { db } = await open()
    const clock = fixedClock('2026-11-20T12:00:00Z')
    const id = await prepared(db, emailsOf(2))
    const deps = depsFor(db, clock)
    const version = async () => (await readCampaign({ db }, id))?.version ?? ''
    // In the studio's zone, which is five hours behind.
    const schedule = async (time: string) =>
      scheduleCampaign(deps, id, { date: '2026-11-20', time, seen: await version() })
    expect(await schedule('06:00')).toMatchObject({ ok: false, reason: 'refused' })
    expect(await schedule('quarter past')).toMatchObject({ ok: false, reason: 'refused' })
    expect(await schedule('08:00')).toEqual({ ok: true })
    expect(await schedule('09:00')).toEqual({ ok: true })
    clock.advance(3_600_000)
    await startCampaign(deps, id)
    expect(await countsOf(db, id)).toMatchObject({ queued: 0 })
    await addSubscribers(db, ['late@example.com'])
    clock.advance(3_600_000)
    await startCampaign(deps, id)
    await startCampaign(deps, id)
    expect(await countsOf(db, id)).toMatchObject({ queued: 3 })
  })

  test.each([
    ['2027-03-14', '09:00', '2027-03-14T13:00:00Z', 'after the clocks went forward'],
    ['2027-03-14', '02:30', '2027-03-14T07:30:00Z', 'in the hour that they skip, which is an hour later'],
    ['2027-11-07', '01:30', '2027-11-07T05:30:00Z', 'in the hour that they repeat, the first time'],
  ])('is scheduled in the studio’s zone: on %s at %s, %s, %s', async (date, time, at) => {
    const { db } = await open()
    const id = await prepared(db, emailsOf(1))
    const seen = (await readCampaign({ db }, id))?.version ?? ''
    const deps = depsFor(db, fixedClock('2026-11-20T12:00:00Z'))
    expect(await scheduleCampaign(deps, id, { date, time, seen })).toEqual({ ok: true })
    const { scheduled_at } = await db
      .selectFrom('newsletter_campaigns')
      .select('scheduled_at')
      .executeTakeFirstOrThrow()
    expect(Number(scheduled_at)).toBe(Date.parse(at))
  })

  test('is refused, or a draft again at its time, with a field that nothing fills in', async () => {
    const { db } = await open()
    const clock = fixedClock('2026-11-20T12:00:00Z')
    const id = await prepared(db, emailsOf(2))
    const write = (subject: string) =>
      db.updateTable('newsletter_campaigns').set({ subject }).where('id', '=', id).execute()
    const problem =
      'isn’t a field, so readers would see it like that. Use {first name}, or remove the braces.'
    const schedule = async () => {
      const seen = (await readCampaign({ db }, id))?.version ?? ''
      return scheduleCampaign(depsFor(db, clock), id, { date: '2026-11-20', time: '08:00', seen })
    }
    await write('Snow in {city}')
    const refused = {
      ...{ ok: false, reason: 'findings' },
      findings: [{ state: 'refused', sentence: `{city} ${problem}` }],
    }
    expect(await send(db, id)).toEqual(refused)
    expect(await schedule()).toEqual(refused)
    expect(await readCampaign({ db }, id)).toMatchObject({ problems: [`{city} ${problem}`] })
    await write('Snow for {first name}')
    expect(await schedule()).toEqual({ ok: true })
    await write('Snow for {FNAME}')
    clock.advance(3_600_000)
    await startCampaign(depsFor(db, clock), id)
    expect(await readCampaign({ db }, id)).toMatchObject({ state: 'draft', trouble: `{FNAME} ${problem}` })
    expect(await countsOf(db, id)).toEqual(noRecipients())
  })

  test('waits for the owner when its database was restored', async () => {
    const { db } = await open()
    const id = await prepared(db, emailsOf(2))
    await send(db, id)
    await pauseRestored({ db })
    expect((await readCampaign({ db }, id))?.state).toBe('sending')
    await db.deleteFrom('jobs').execute()
    await pauseRestored({ db })
    expect(await readCampaign({ db }, id)).toMatchObject({ state: 'paused', trouble: /copy of the database/ })
  })
})

const rateOnly = (name: string) => (name === 'rate' ? '60' : '')
