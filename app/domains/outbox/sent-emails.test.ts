import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jsx } from 'react/jsx-runtime'
import { expect, onTestFinished, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { MailLink } from '~/platform/mail/email-layout'
import { createMailer } from '~/platform/mail/mailer.server'
import { mailBody } from '~/platform/mail/message-body'
import { describeOnBothEngines } from '../../../test/support/database'
import { bodySaying } from '../../../test/support/outbox'
import { slowSteps } from '../../../test/support/query-plan'
import { testSender } from '../../../test/support/settings'
import { openSmtpSink } from '../../../test/support/smtp-sink'
import { readMailServerUrl } from './mail-server.server'
import type { NewMail } from './model'
import { deliverMail, outdateMail, queueMail } from './operations.server'
import {
  countFailedMail,
  countWaitingMail,
  discardWaitingMail,
  findMail,
  listMail,
  retireExpiredEmails,
  retryMail,
  sendWaitingMail,
} from './sent-emails.server'
import { mailQuery } from './sent-emails-store.server'

const clock = fixedClock('2026-11-20T15:00:00Z')
const config = {
  ...{ siteUrl: 'https://photos.example.com', mailFrom: undefined },
  ...{ secret: 's'.repeat(32), rateLimitScale: 1 },
}
const author = { uid: 'u1', name: 'Dorian Ellis' }
const zone = 'America/New_York'
const all = { state: null, before: null, zone } as const

async function addFailed(db: Db): Promise<string> {
  const to = { name: 'Ann Lee', email: 'ann@example.com' }
  await queueMail({ db, clock, config }, { kind: 'test', to, subject: 'Hello', body: bodySaying('Hi') })
  const id = (await listMail({ db, clock }, all)).emails[0]?.id ?? ''
  await tryToDeliver(db, id)
  await db.deleteFrom('jobs').execute()
  return id
}

async function tryToDeliver(db: Db, id: string): Promise<void> {
  const mailer = {
    send: async () => ({
      ok: false as const,
      reason: 'refused' as const,
      detail: '550 No such mailbox',
      isReached: true,
    }),
    close: () => {},
  }
  const deps = { db, clock, config, mailer, readSender: async () => testSender }
  await deliverMail(deps, id, { isLastAttempt: false })
}

describeOnBothEngines('the list of emails', (open, engine) => {
  test('shows the state of each and why, in the studio’s time', async () => {
    const { db } = await open()
    const id = await addFailed(db)
    expect(await countFailedMail({ db })).toBe(1)
    expect((await listMail({ db, clock }, { ...all, state: 'failed' })).emails).toMatchObject([
      { id, state: 'failed', failure: '550 No such mailbox', created: 'Nov 20, 2026, 10 AM EST' },
    ])
    expect((await listMail({ db, clock }, { ...all, state: 'sent' })).emails).toEqual([])
    expect(await findMail({ db, clock }, id, zone)).toMatchObject({
      html: expect.stringMatching(/<p[^>]*>Hi<\/p>/),
      text: 'Hi',
      calendarMethod: null,
    })
  })

  test('retries a failed one once under simultaneous requests', async () => {
    const { db } = await open()
    const id = await addFailed(db)
    const retry = () => retryMail({ db, clock, author }, id)
    expect(await Promise.all([retry(), retry()])).toEqual([{ ok: true }, { ok: true }])
    const jobs = await db.selectFrom('jobs').select('payload').execute()
    expect(jobs.map(({ payload }) => JSON.parse(payload))).toEqual([{ mail: id }])
    expect(await findMail({ db, clock }, id, zone)).toMatchObject({ state: 'queued', failure: null })
    expect(await db.selectFrom('audit').select(['action', 'author_name']).execute()).toEqual([
      { action: 'email-retried', author_name: 'Dorian Ellis' },
    ])
    expect(await retryMail({ db, clock, author }, 'nothing')).toEqual({ ok: false, reason: 'missing' })
  })

  test('finds by recipient at once, and by subject after the first attempt', async () => {
    const { db } = await open()
    const to = { name: 'Ann Lee', email: 'ann@example.com' }
    const letter = { kind: 'test', to, subject: 'Hello', body: bodySaying('Hi') }
    await queueMail({ db, clock, config }, { ...letter, subject: 'Your portrait is ready' })
    await queueMail({ db, clock, config }, { ...letter, to: { name: 'Zoë', email: 'zoe@example.com' } })
    const subjects = async (search: string) =>
      (await listMail({ db, clock }, { state: null, search, before: null, zone })).emails.map(
        ({ to }) => to.email,
      )
    expect(await subjects('ann lee')).toEqual(['ann@example.com'])
    for (const { id } of (await listMail({ db, clock }, all)).emails) await tryToDeliver(db, id)
    expect(await subjects('portrait ready')).toEqual(['ann@example.com'])
    expect(await subjects('portrait ann')).toEqual(['ann@example.com'])
    expect(await subjects('zoe@')).toEqual(['zoe@example.com'])
    expect(await subjects('portrait zoe')).toEqual([])
  })

  test('is read from an index', async () => {
    const { db } = await open()
    for (const state of ['failed', null] as const)
      expect(
        await slowSteps(db, engine, mailQuery(db, { state, search: '', before: newId(), limit: 51 })),
      ).toEqual([])
  })
})

const TOKEN = 'Zm9yIGEgdG9rZW4gdGhhdCBpcyBhcyBsb25n'
const SITE = 'https://photos.example.com'
const link = `${SITE}/booking/${TOKEN}`
const letter: NewMail = {
  ...{ kind: 'booking-confirmed', to: { name: '', email: 'ann@example.com' }, subject: 'Confirmed' },
  body: mailBody(jsx(MailLink, { href: link, children: 'View your booking' })),
  headers: { 'List-Unsubscribe': `<${SITE}/newsletter/unsubscribe/${TOKEN}>` },
  calendar: { method: 'REQUEST', content: `BEGIN:VCALENDAR\r\nURL:${link}\r\nEND:VCALENDAR\r\n` },
}

async function studio(db: Db) {
  const dataDir = await mkdtemp(join(tmpdir(), 'studio-waiting-'))
  const sink = await openSmtpSink()
  onTestFinished(async () => {
    await sink.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  const clock = fixedClock('2026-11-20T15:00:00Z')
  const author = { uid: 'dana', name: 'Dana' }
  const depsWith = (smtpUrl: string | undefined) => ({
    ...{ db, clock, author, readSender: async () => testSender },
    config: {
      ...{ dataDir, smtpUrl, siteUrl: SITE, mailFrom: undefined },
      ...{ secret: 's'.repeat(32), rateLimitScale: 1 },
    },
  })
  const deliver = async (deps: ReturnType<typeof depsWith>) => {
    const mailer = createMailer(deps.config, () => readMailServerUrl(deps))
    const jobs = await db.selectFrom('jobs').selectAll().orderBy('id').execute()
    for (const { id, payload } of jobs) {
      await deliverMail({ ...deps, mailer }, JSON.parse(payload).mail, { isLastAttempt: true })
      await db.deleteFrom('jobs').where('id', '=', id).execute()
    }
    mailer.close()
  }
  const files = () => readdir(join(dataDir, 'mail')).catch(() => [])
  const rows = () => db.selectFrom('outbox').selectAll().orderBy('id').execute()
  return { clock, sink, dataDir, files, rows, deliver, without: depsWith(undefined), set: depsWith(sink.url) }
}

describeOnBothEngines('an email without a mail server', (open) => {
  test('is a file that only the operator can read, isn’t sent automatically, and can be sent later', async () => {
    const { db } = await open()
    const { sink, dataDir, files, rows, deliver, without, set } = await studio(db)
    await queueMail(without, letter)
    await queueMail(without, { ...letter, subject: 'Another' })
    await deliver(without)
    expect((await rows()).map(({ state, sent_at }) => [state, sent_at])).toEqual([
      ['waiting', null],
      ['waiting', null],
    ])
    expect(await files()).toHaveLength(2)
    const [file = ''] = await files()
    expect((await stat(join(dataDir, 'mail', file))).mode & 0o777).toBe(0o600)
    expect(await countWaitingMail(without)).toEqual({ ready: 2, outOfDate: 0 })
    expect(await sendWaitingMail(without, null)).toEqual({ ok: false, reason: 'no-server' })

    await deliver(set)
    expect(sink.caught).toEqual([])
    const [first] = await rows()
    expect(await sendWaitingMail(set, first?.id ?? '')).toEqual({ ok: true, count: 1 })
    await deliver(set)
    expect(sink.caught.map(({ mail }) => mail.subject)).toEqual(['Confirmed'])
    expect(sink.caught[0]?.mail.text).toContain(link)
    expect(await files()).toHaveLength(1)
    expect(await sendWaitingMail(set, null)).toEqual({ ok: true, count: 1 })
    expect(await sendWaitingMail(set, null)).toEqual({ ok: true, count: 0 })
    await deliver(set)
    expect(sink.caught).toHaveLength(2)
    expect(await files()).toEqual([])
    expect((await rows()).map(({ state }) => state)).toEqual(['sent', 'sent'])
    expect(JSON.stringify(await rows())).not.toContain(TOKEN)
  })

  test('isn’t sent after it expires or its links end, and loses its links at night', async () => {
    const { db } = await open()
    const { clock, sink, files, rows, deliver, without, set } = await studio(db)
    await queueMail(without, { ...letter, subject: 'Reminder', expiresAt: clock.now() + 1_000 })
    await queueMail(without, { ...letter, subject: 'Revoked', about: 'share 1' })
    await queueMail(without, { ...letter, subject: 'Good', about: 'share 2' })
    await deliver(without)
    clock.advance(1_000)
    await outdateMail(without, 'share 1')
    expect(await countWaitingMail(set)).toEqual({ ready: 1, outOfDate: 2 })
    expect(await sendWaitingMail(set, null)).toEqual({ ok: true, count: 1 })
    await deliver(set)
    expect(sink.caught.map(({ mail }) => mail.subject)).toEqual(['Good'])
    const [reminder] = await rows()
    expect(await sendWaitingMail(set, reminder?.id ?? '')).toEqual({ ok: true, count: 0 })
    expect(await findMail(set, reminder?.id ?? '', 'UTC')).toMatchObject({ isOutOfDate: true })
    expect(await retireExpiredEmails(set, clock.now(), 10)).toBe(2)
    expect((await rows()).map(({ state }) => state)).toEqual(['not-sent', 'not-sent', 'sent'])
    expect(JSON.stringify(await rows())).not.toContain(TOKEN)
    expect(await files()).toEqual([])
  })

  test('can be discarded, stays listed without links, and shows by whom', async () => {
    const { db } = await open()
    const { sink, files, rows, deliver, without, set } = await studio(db)
    for (const subject of ['One', 'Two', 'Three']) await queueMail(without, { ...letter, subject })
    await deliver(without)
    const [one] = await rows()
    expect(await discardWaitingMail(without, one?.id ?? '')).toBe(1)
    expect(await files()).toHaveLength(2)
    expect(await discardWaitingMail(without, null)).toBe(2)
    expect((await rows()).map(({ state, failure }) => [state, failure])).toEqual(
      Array(3).fill(['not-sent', 'Discarded by Dana.']),
    )
    expect(JSON.stringify(await rows())).not.toContain(TOKEN)
    expect(await files()).toEqual([])
    expect(await sendWaitingMail(set, null)).toEqual({ ok: true, count: 0 })
    await deliver(set)
    expect(sink.caught).toEqual([])
    const audit = await db.selectFrom('audit').select(['action', 'subject']).orderBy('id').execute()
    expect(audit).toEqual([
      { action: 'email-discarded', subject: '“One” to ann@example.com' },
      { action: 'email-discarded', subject: '2 emails' },
    ])
  })

  test('keeps its links while it can be retried, and not after it was sent', async () => {
    const { db } = await open()
    const { clock, sink, rows, deliver, set } = await studio(db)
    await queueMail(set, { ...letter, expiresAt: clock.now() + 1_000 })
    sink.answerWith(550)
    await deliver(set)
    const [failed] = await rows()
    expect(failed).toMatchObject({ state: 'failed', html: expect.stringContaining(TOKEN) })
    sink.answerWith(undefined)
    await retryMail(set, failed?.id ?? '')
    await deliver(set)
    expect(sink.caught[0]?.mail.html).toContain(link)
    const [sent] = await rows()
    expect(sent).toMatchObject({ state: 'sent', calendar: null, calendar_method: 'REQUEST', body: null })
    expect(sent?.html).toContain('/booking/[link removed after sending]')
    expect(sent?.headers).toContain('/newsletter/unsubscribe/[link removed after sending]')
    expect(JSON.stringify(sent)).not.toContain(TOKEN)
  })

  test('isn’t retried after it expired', async () => {
    const { db } = await open()
    const { clock, sink, rows, deliver, set } = await studio(db)
    await queueMail(set, { ...letter, expiresAt: clock.now() + 1_000 })
    sink.answerWith(550)
    await deliver(set)
    clock.advance(1_000)
    expect(await retryMail(set, (await rows())[0]?.id ?? '')).toEqual({ ok: true })
    expect((await rows())[0]?.state).toBe('failed')
  })
})
