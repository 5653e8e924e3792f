import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { pino } from 'pino'
import PostalMime from 'postal-mime'
import { jsx } from 'react/jsx-runtime'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { startWorker } from '~/platform/jobs/worker.server'
import { emailBrandingOf } from '~/platform/mail/email-branding'
import { EmailLayout } from '~/platform/mail/email-layout'
import { fileMailer, smtpMailer } from '~/platform/mail/mailer.server'
import type { Mailer, OutgoingMail } from '~/platform/mail/message'
import { mailBody } from '~/platform/mail/message-body'
import { describeOnBothEngines } from '../../../test/support/database'
import { bodySaying } from '../../../test/support/outbox'
import { testSender, testSettings } from '../../../test/support/settings'
import { openSmtpSink } from '../../../test/support/smtp-sink'
import { outboxJobs } from './jobs.server'
import type { NewMail } from './model'
import { type DeliveryDeps, deliverMail, queueMail } from './operations.server'

const { studio } = testSettings
const config = {
  siteUrl: 'https://photos.example.com',
  mailFrom: undefined as string | undefined,
  secret: 's'.repeat(32),
  rateLimitScale: 1,
}
const letter: NewMail = {
  kind: 'test',
  to: { name: 'Ann Lee', email: 'ann@example.com' },
  replyTo: { name: 'Zoë “Z” O’Hara, Esq.', email: 'zoe@example.com' },
  subject: 'Héllo: a session on “Saturday”',
  body: bodySaying('Héllo'),
  headers: {
    'List-Unsubscribe':
      '<https://photos.example.com/newsletter/unsubscribe/Zm9yIGEgdG9rZW4gdGhhdCBpcyBhcyBsb25n>',
  },
}

function deliverWith(
  db: Db,
  mailer: Mailer,
  clock = fixedClock('2026-11-20T12:00:00Z'),
  from = config.mailFrom,
  deps: Partial<DeliveryDeps> = {},
) {
  const readSender = async () => testSender
  const handlers = outboxJobs({
    db,
    clock,
    config: { ...config, mailFrom: from },
    mailer,
    readSender,
    ...deps,
  })
  const worker = startWorker({ db, clock, log: pino({ level: 'silent' }), handlers, pollMs: 20 })
  onTestFinished(async () => {
    await worker.stop()
    mailer.close()
  })
  return { clock, worker }
}

/** Generous, since other tests may slow down the machine. */
const soon = { timeout: 60_000, interval: 20 }
const outbox = (db: Db) => db.selectFrom('outbox').selectAll().orderBy('id').execute()
const stateBecomes = (db: Db, state: string) =>
  vi.waitFor(async () => expect((await outbox(db)).map((row) => row.state)).toEqual([state]), soon)

async function openSink() {
  const sink = await openSmtpSink()
  onTestFinished(() => sink.close())
  return sink
}

async function mailFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'studio-mail-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

describeOnBothEngines('the outbox', (open) => {
  test('an email is sent over SMTP with both bodies and its headers, and marked as sent', async () => {
    const { db } = await open()
    const sink = await openSink()
    const { clock } = deliverWith(db, smtpMailer(sink.url))
    await queueMail({ db, clock, config }, letter)
    await stateBecomes(db, 'sent')
    const [row] = await outbox(db)
    expect(row?.sent_at).toBe(clock.now())
    expect(sink.caught).toHaveLength(1)
    const { recipients, mail } = sink.caught[0] ?? {}
    expect(recipients).toEqual(['ann@example.com'])
    expect(mail).toMatchObject({
      from: { name: 'DE Photography', address: 'hello@example.com' },
      to: [{ name: 'Ann Lee', address: 'ann@example.com' }],
      replyTo: [letter.replyTo && { name: letter.replyTo.name, address: letter.replyTo.email }],
      subject: letter.subject,
      messageId: `<${row?.id}@photos.example.com>`,
      text: 'Héllo\n',
    })
    expect(mail?.html).toMatch(/<p[^>]*>Héllo<\/p>/)
    const headers = new Map(mail?.headers.map(({ key, value }) => [key, value]))
    expect(headers.get('auto-submitted')).toBe('auto-generated')
    expect(headers.get('list-unsubscribe')).toBe(
      '<https://photos.example.com/newsletter/unsubscribe/Zm9yIGEgdG9rZW4gdGhhdCBpcyBhcyBsb25n>',
    )
  })

  test('MAIL_FROM overrides the studio’s sender', async () => {
    const { db } = await open()
    const sink = await openSink()
    const { clock } = deliverWith(db, smtpMailer(sink.url), undefined, 'The Studio <post@example.org>')
    await queueMail({ db, clock, config }, letter)
    await stateBecomes(db, 'sent')
    expect(sink.caught[0]?.mail.from).toMatchObject({ name: 'The Studio', address: 'post@example.org' })
  })

  test('the settings define the sender, and where replies to the business go', async () => {
    const { db } = await open()
    const sink = await openSink()
    const readSender = async () => ({
      from: { name: 'Lantern', email: 'post@example.com' },
      replyTo: { name: 'Lantern', email: 'desk@example.com' },
      business: { name: 'DE Photography', email: 'hello@example.com' },
    })
    const { clock } = deliverWith(db, smtpMailer(sink.url), undefined, undefined, { readSender })
    const replyTo = { name: 'DE Photography', email: 'hello@example.com' }
    await queueMail({ db, clock, config }, { ...letter, subject: 'To the business', replyTo })
    await queueMail({ db, clock, config }, { ...letter, subject: 'To a client' })
    await vi.waitFor(() => expect(sink.caught).toHaveLength(2), soon)
    const answers = Object.fromEntries(
      sink.caught.map(({ mail }) => [mail.subject, [mail.from?.address, mail.replyTo?.[0]?.address]]),
    )
    expect(answers).toEqual({
      'To the business': ['post@example.com', 'desk@example.com'],
      'To a client': ['post@example.com', letter.replyTo?.email],
    })
  })

  test('the logo is attached, and replaced by the name if its file is missing', async () => {
    const { db } = await open()
    const sink = await openSink()
    const png = Buffer.from('PNG')
    const known = '0'.repeat(20)
    const { clock } = deliverWith(db, smtpMailer(sink.url), undefined, undefined, {
      readPicture: async (hash) => (hash === known ? png : undefined),
    })
    for (const hash of [known, 'f'.repeat(20)]) {
      const branding = emailBrandingOf(
        { ...studio, picture: { hash, width: 80, height: 40 } },
        config.siteUrl,
      )
      const body = mailBody(jsx(EmailLayout, { branding, preview: '', title: 'Hi', children: 'Héllo' }))
      await queueMail({ db, clock, config }, { ...letter, body, subject: hash })
    }
    await vi.waitFor(() => expect(sink.caught).toHaveLength(2), soon)
    const [within, without] = [known, 'f'.repeat(20)].map(
      (hash) => sink.caught.find(({ mail }) => mail.subject === hash)?.mail,
    )
    expect(within?.attachments).toMatchObject([
      { mimeType: 'image/png', disposition: 'inline', contentId: `<logo-${known}@email>` },
    ])
    expect(within?.html).toContain(`src="cid:logo-${known}@email"`)
    expect(without?.attachments).toEqual([])
    expect(without?.html).toContain('alt="DE Photography"')
  })

  test('without SMTP, each email is a file named by its time', async () => {
    const { db } = await open()
    const folder = await mailFolder()
    const { clock } = deliverWith(db, fileMailer(folder))
    await queueMail({ db, clock, config }, letter)
    await stateBecomes(db, 'waiting')
    const [row] = await outbox(db)
    expect(await readdir(folder)).toEqual([`2026-11-20T12-00-00.000Z-${row?.id}.eml`])
    const mail = await PostalMime.parse(
      await readFile(join(folder, `2026-11-20T12-00-00.000Z-${row?.id}.eml`)),
    )
    expect(mail).toMatchObject({ subject: letter.subject, messageId: row?.message_id, text: 'Héllo\n' })
  })

  test('a calendar part is unchanged byte for byte, in the file and at each retry', async () => {
    const { db } = await open()
    const clock = fixedClock('2026-11-20T12:00:00Z')
    const content = `BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nX-LONG:${'é'.repeat(30)}\r\nEND:VCALENDAR\r\n`
    await queueMail({ db, clock, config }, { ...letter, calendar: { method: 'CANCEL', content } })
    const [row] = await outbox(db)
    expect(row).toMatchObject({ calendar: content, calendar_method: 'CANCEL' })
    const folder = await mailFolder()
    const mailer = fileMailer(folder)
    onTestFinished(() => mailer.close())
    const deps = {
      db,
      clock,
      config,
      mailer,
      readSender: async () => testSender,
    }
    const sent: string[] = []
    for (const _ of [1, 2]) {
      await deliverMail(deps, row?.id ?? '', { isLastAttempt: false })
      sent.push(await readFile(join(folder, (await readdir(folder))[0] ?? ''), 'utf8'))
      await db.updateTable('outbox').set({ state: 'queued' }).execute()
    }
    for (const raw of sent) {
      expect(raw).toContain('Content-Type: text/calendar; charset=utf-8; method=CANCEL\r\n')
      const parts = raw.replaceAll('\r\n', '').split(Buffer.from(content).toString('base64'))
      expect(parts).toHaveLength(3)
    }
  })

  test('an email is stored as data, rendered at the first attempt, and sent unchanged after that', async () => {
    const { db } = await open()
    const clock = fixedClock('2026-11-20T12:00:00Z')
    await queueMail({ db, clock, config }, letter)
    const [queued] = await outbox(db)
    expect(queued).toMatchObject({ body: letter.body, html: '', text: '' })
    const id = queued?.id ?? ''
    const sent: string[] = []
    const mailer = {
      send: async ({ html }: OutgoingMail) => {
        sent.push(html)
        return { ok: false, reason: 'temporary', detail: 'nobody there', isReached: false } as const
      },
      close() {},
    }
    const deliver = () =>
      deliverMail({ db, clock, config, mailer, readSender: async () => testSender }, id, {
        isLastAttempt: false,
      })
    await expect(deliver()).rejects.toThrow('nobody there')
    const [tried] = await outbox(db)
    expect(tried).toMatchObject({ state: 'queued', body: null, html: sent[0], text: 'Héllo' })
    await expect(deliver()).rejects.toThrow('nobody there')
    expect(sent).toEqual([tried?.html, tried?.html])
  })

  test('an email that can’t be rendered fails visibly in the Studio', async () => {
    const { db } = await open()
    const clock = fixedClock('2026-11-20T12:00:00Z')
    await queueMail({ db, clock, config }, { ...letter, body: letter.body.replace('Paragraph', 'Memo') })
    const id = (await outbox(db))[0]?.id ?? ''
    const mailer = fileMailer(await mailFolder())
    onTestFinished(() => mailer.close())
    const deps = { db, clock, config, mailer, readSender: async () => testSender }
    await expect(deliverMail(deps, id, { isLastAttempt: false })).rejects.toThrow('Memo')
    expect((await outbox(db))[0]).toMatchObject({ state: 'queued' })
    await expect(deliverMail(deps, id, { isLastAttempt: true })).rejects.toThrow('Memo')
    expect((await outbox(db))[0]).toMatchObject({ state: 'failed' })
  })

  test('an email of a transaction that is rolled back is never sent', async () => {
    const { db } = await open()
    const clock = fixedClock('2026-11-20T12:00:00Z')
    const abandoned = db.transaction().execute(async (tx) => {
      await queueMail({ db: tx, clock, config }, letter)
      throw new Error('changed my mind')
    })
    await expect(abandoned).rejects.toThrow('changed my mind')
    expect(await outbox(db)).toEqual([])
    expect(await db.selectFrom('jobs').selectAll().execute()).toEqual([])
  })

  test('a permanent refusal is recorded and not retried', async () => {
    const { db } = await open()
    const sink = await openSink()
    sink.answerWith(550)
    const { clock } = deliverWith(db, smtpMailer(sink.url))
    await queueMail({ db, clock, config }, letter)
    await stateBecomes(db, 'failed')
    expect((await outbox(db))[0]?.failure).toContain('No such mailbox')
    await vi.waitFor(async () => expect(await db.selectFrom('jobs').selectAll().execute()).toEqual([]), soon)
  })

  test('temporary refusals and an unavailable server are retried with the same Message-ID', async () => {
    const { db } = await open()
    const sink = await openSink()
    sink.answerWith(451)
    const { clock, worker } = deliverWith(db, smtpMailer(sink.url))
    await queueMail({ db, clock, config }, letter)
    await vi.waitFor(async () => expect((await outbox(db))[0]?.failure).toContain('Try later'), soon)
    expect((await outbox(db))[0]?.state).toBe('queued')
    await vi.waitFor(
      async () =>
        expect(await db.selectFrom('jobs').selectAll().execute()).toMatchObject([
          { attempts: 1, claimed_by: null },
        ]),
      soon,
    )
    sink.answerWith(undefined)
    clock.advance(3_600_000)
    worker.wake()
    await stateBecomes(db, 'sent')
    const [row] = await outbox(db)
    expect(row?.failure).toBeNull()
    expect(sink.caught.map(({ mail }) => mail.messageId)).toEqual([row?.message_id])
  })

  test('an email that can’t be sent fails eventually, with the reason', async () => {
    const { db } = await open()
    const nobody = {
      send: async () =>
        ({ ok: false, reason: 'temporary', detail: 'nobody there', isReached: false }) as const,
      close() {},
    }
    const clock = fixedClock('2026-11-20T12:00:00Z')
    await queueMail({ db, clock, config }, letter)
    await db.updateTable('jobs').set({ attempts: 19 }).execute()
    deliverWith(db, nobody, clock)
    await stateBecomes(db, 'failed')
    expect((await outbox(db))[0]?.failure).toBe('nobody there')
  })

  test('a repeated job doesn’t send an email again', async () => {
    const { db } = await open()
    const sink = await openSink()
    const clock = fixedClock('2026-11-20T12:00:00Z')
    await queueMail({ db, clock, config }, letter)
    await db.updateTable('outbox').set({ state: 'sent', sent_at: 1 }).execute()
    deliverWith(db, smtpMailer(sink.url), clock)
    await vi.waitFor(async () => expect(await db.selectFrom('jobs').selectAll().execute()).toEqual([]), soon)
    expect(sink.caught).toEqual([])
  })

  test('an invalid address is refused before anything is written', async () => {
    const { db } = await open()
    const clock = fixedClock('2026-11-20T12:00:00Z')
    for (const email of [
      'ann',
      'ann@example.com\r\nBcc: x@example.com',
      'ann@example.com, bob@example.com',
      '<a@b>',
    ])
      await expect(queueMail({ db, clock, config }, { ...letter, to: { name: '', email } })).rejects.toThrow(
        /isn’t an email address/,
      )
    expect(await outbox(db)).toEqual([])
  })
})

test('no name, subject or header value can inject a header or a recipient', async () => {
  const { freshDatabase } = await import('../../../test/support/database')
  const { db, dispose } = await freshDatabase('sqlite')
  onTestFinished(dispose)
  const folder = await mailFolder()
  const clock = fixedClock('2026-11-20T12:00:00Z')
  const nasty = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.string({ maxLength: 200 }),
    fc.constantFrom(
      'x\r\nBcc: all@example.com',
      'x\nX-Injected: 1\n\nbody',
      '" <all@example.com>, "',
      '\u2028Bcc: all@example.com',
      '=?utf-8?Q?x=0ABcc:_all@example.com?=',
    ),
  )
  const readSender = async () => testSender
  const mailer = fileMailer(folder)
  const { deliverMail } = await import('./operations.server')
  const expected = [
    ...['from', 'to', 'reply-to', 'subject', 'message-id', 'date', 'mime-version', 'content-type'],
    ...['auto-submitted', 'x-test'],
  ].toSorted()
  await fc.assert(
    fc.asyncProperty(nasty, nasty, nasty, nasty, async (name, replyName, subject, value) => {
      await db.deleteFrom('outbox').execute()
      await queueMail(
        { db, clock, config },
        {
          ...letter,
          to: { name, email: 'ann@example.com' },
          replyTo: { name: replyName, email: 'zoe@example.com' },
          subject: `S ${subject}`,
          headers: { 'X-Test': `V ${value}` },
        },
      )
      const [row] = await outbox(db)
      await deliverMail({ db, clock, config, mailer, readSender }, row?.id ?? '', { isLastAttempt: false })
      const mail = await PostalMime.parse(
        await readFile(join(folder, `2026-11-20T12-00-00.000Z-${row?.id}.eml`)),
      )
      expect(mail.headers.map(({ key }) => key).toSorted()).toEqual(expected)
      expect(mail.to?.map(({ address }) => address)).toEqual(['ann@example.com'])
      expect(mail.replyTo?.map(({ address }) => address)).toEqual(['zoe@example.com'])
      expect(mail.text).toBe('Héllo\n')
    }),
    { numRuns: 60 },
  )
})
