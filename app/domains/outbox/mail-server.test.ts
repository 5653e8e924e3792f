import { type AddressInfo, createServer } from 'node:net'
import fc from 'fast-check'
import { SMTPServer } from 'smtp-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { smtpMailer } from '~/platform/mail/mailer.server'
import { seal } from '~/platform/sealing.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { testBusiness, testSender } from '../../../test/support/settings'
import { openSmtpSink, type SmtpSink } from '../../../test/support/smtp-sink'
import { MAIL_PROVIDERS, type MailServer, mailServerUrl } from './mail-server'
import {
  canSendMail,
  readMailServer,
  readMailServerUrl,
  removeMailServer,
  saveMailServer,
} from './mail-server.server'

const SECRET = 's'.repeat(32)
const clock = fixedClock('2026-11-23T15:00:00Z')
const author = { uid: 'owner', name: 'Rosa Delgado' }

const depsOf = (db: Db, { secret = SECRET, smtpUrl }: { secret?: string; smtpUrl?: string } = {}) => ({
  ...{ db, clock, author },
  config: { secret, smtpUrl, mailFrom: undefined, siteUrl: 'https://studio.example.com' },
})

async function openSink(): Promise<{ sink: SmtpSink; fields: Record<string, string> }> {
  const sink = await openSmtpSink()
  onTestFinished(() => sink.close())
  const { hostname, port } = new URL(sink.url)
  return { sink, fields: { host: hostname, port, encryption: 'none', username: '', password: '' } }
}

const save = (db: Db, sent: Record<string, string>, version = 0, secret = SECRET) =>
  saveMailServer(depsOf(db, { secret }), {
    ...{ sent, version },
    test: { to: 'rosa@example.com', studio: testBusiness.studio, sender: testSender },
  })

describeOnBothEngines('the mail server of the Studio', (open) => {
  test('is saved once it has accepted a test email, and the operator’s comes first', async () => {
    const { db } = await open()
    const { sink, fields } = await openSink()
    expect(await canSendMail(depsOf(db))).toBe(false)
    expect(await save(db, fields)).toEqual({ ok: true })
    expect(sink.caught.map(({ recipients }) => recipients)).toEqual([['rosa@example.com']])
    expect(await readMailServerUrl(depsOf(db))).toBe(`${sink.url}?ignoreTLS=true`)
    const ofOperator = depsOf(db, { smtpUrl: 'smtp://mail.example.com' })
    expect(await readMailServerUrl(ofOperator)).toBe('smtp://mail.example.com')
  })

  test('isn’t saved when it refuses the test email, with its true answer', async () => {
    const { db } = await open()
    const { sink, fields } = await openSink()
    sink.answerWith(550)
    const refused = { reason: 'failed', sentence: expect.stringContaining('It said: ') }
    expect(await save(db, fields)).toMatchObject(refused)
    expect(await save(db, fields)).toMatchObject({ sentence: expect.stringContaining('550 No such mailbox') })
    expect(await readMailServer(depsOf(db))).toBeNull()
  })

  test('isn’t saved when no mail server answers, and what else is there stays unknown', async () => {
    const { db } = await open()
    const { sink, fields } = await openSink()
    const withoutTls = await save(db, { ...fields, encryption: 'tls' })
    await sink.close()
    const failures = [
      withoutTls,
      await save(db, fields),
      await save(db, { ...fields, port: await portThatSays('SSH-2.0-OpenSSH_9.9\r\n') }),
      await save(db, { ...fields, port: await portThatSays('* OK IMAP4rev1 ready\r\n') }),
      await save(db, { ...fields, port: await portThatSays('') }),
      await save(db, { ...fields, host: 'no-such-host.invalid' }),
    ]
    const sentence = 'No mail server answered there. Check the server, the port, and the encryption.'
    expect(failures).toEqual(failures.map(() => ({ ok: false, reason: 'failed', sentence })))
  })

  test('two owners don’t overwrite each other’s, and removing it makes emails wait', async () => {
    const { db } = await open()
    const { fields } = await openSink()
    await save(db, fields)
    expect(await save(db, fields)).toEqual({ ok: false, reason: 'changed-since' })
    const { version = 0 } = (await readMailServer(depsOf(db))) ?? {}
    expect(await save(db, fields, version)).toEqual({ ok: true })
    expect(await save(db, fields, version)).toEqual({ ok: false, reason: 'changed-since' })
    expect(await removeMailServer(depsOf(db))).toBe(true)
    expect(await canSendMail(depsOf(db))).toBe(false)
  })

  test('keeps its password secret, and sends a stored one to its own server and user only', async () => {
    const { db } = await open()
    const { fields } = await openSink()
    await save(db, fields)
    const { sealed } = await sealPassword(db)
    expect(JSON.stringify(await db.selectFrom('mail_servers').selectAll().execute())).not.toContain('heron')
    expect(await readMailServerUrl(depsOf(db))).toContain('rosa:three%20quiet%20herons@')
    expect(JSON.stringify(await readMailServer(depsOf(db)))).not.toContain(sealed)
    const { version = 0, host = '' } = (await readMailServer(depsOf(db))) ?? {}
    const blank = { ...fields, encryption: 'tls', password: '' }
    for (const change of [
      { host: 'elsewhere.example.com', username: 'rosa' },
      { host, username: 'other' },
    ])
      expect(await save(db, { ...blank, ...change }, version)).toMatchObject({
        ...{ reason: 'refused', errors: { password: expect.stringContaining('Enter the password.') } },
      })
  })

  test('a password sealed with another secret locks it, instead of sending without one', async () => {
    const { db } = await open()
    const { fields } = await openSink()
    await save(db, fields)
    await sealPassword(db)
    const elsewhere = depsOf(db, { secret: 't'.repeat(32) })
    expect(await readMailServer(elsewhere)).toMatchObject({ isLocked: true })
    expect(await canSendMail(elsewhere)).toBe(false)
  })

  test('refuses what can’t be a mail server with a sentence for its field', async () => {
    const { db } = await open()
    const good = { host: 'smtp.example.com', port: '587', encryption: 'starttls', username: '', password: '' }
    const refusals: [Record<string, string>, string][] = [
      [{ host: '' }, 'host'],
      [{ host: 'smtp.example.com:25' }, 'host'],
      [{ host: 'user@smtp.example.com' }, 'host'],
      [{ host: 'smtp.example.com/path' }, 'host'],
      [{ host: 'two words' }, 'host'],
      [{ port: '0' }, 'port'],
      [{ port: '65536' }, 'port'],
      [{ port: '25; rm' }, 'port'],
      [{ encryption: 'maybe' }, 'encryption'],
      [{ encryption: 'none', username: 'rosa', password: 'x' }, 'encryption'],
      [{ password: 'x' }, 'username'],
      [{ username: 'rosa\nQUIT', password: 'x' }, 'username'],
      [{ username: 'rosa', password: 'x'.repeat(1_001) }, 'password'],
    ]
    for (const [change, field] of refusals) {
      const saved = await save(db, { ...good, ...change })
      expect(saved, JSON.stringify(change)).toMatchObject({ reason: 'refused' })
      if (!saved.ok && saved.reason === 'refused') expect(Object.keys(saved.errors)).toEqual([field])
    }
  })
})

/** A port that ends each connection after a greeting. */
async function portThatSays(greeting: string): Promise<string> {
  const server = createServer((socket) => socket.on('error', () => undefined).end(greeting))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => new Promise((done) => server.close(() => done())))
  return String((server.address() as AddressInfo).port)
}

/** Gives the saved server a user name and a password, which the sink in these tests can't ask for. */
async function sealPassword(db: Db): Promise<{ sealed: string }> {
  const sealed = seal(SECRET, 'mailServer', 'three quiet herons')
  await db.updateTable('mail_servers').set({ username: 'rosa', password: sealed }).execute()
  return { sealed }
}

describe('the URL of a mail server', () => {
  test('carries any user name and password to the server unchanged', async () => {
    const signIns: string[][] = []
    const server = new SMTPServer({
      onAuth: ({ username, password }, _session, callback) => {
        signIns.push([String(username), String(password)])
        callback(null, { user: String(username) })
      },
      onData: (stream, _session, callback) => stream.resume().on('end', () => callback()),
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    onTestFinished(() => new Promise((done) => server.close(() => done())))
    const { port } = server.server.address() as { port: number }
    const word = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
    const signIn = fc.tuple(word, word)
    const odd: [string, string] = ['rosa@example.com', 'a:b/c?d#e%41 &f+ü@']
    await fc.assert(
      fc.asyncProperty(signIn, async ([username, password]) => {
        const asked: MailServer = { host: '127.0.0.1', port, encryption: 'starttls', username, password }
        // The server's certificate is for tests.
        const mailer = smtpMailer(`${mailServerUrl(asked)}&tls.rejectUnauthorized=false`)
        const from = { name: 'Rosa', address: 'rosa@example.com' }
        const delivery = await mailer.send({
          ...{ messageId: '<1@example.com>', date: new Date(0), from, to: from, replyTo: undefined },
          ...{ subject: 'Test', html: '<p>Test', text: 'Test', headers: {} },
        })
        mailer.close()
        expect(delivery).toMatchObject({ ok: true, isSent: true })
        expect(signIns.at(-1)).toEqual([username, password])
      }),
      { numRuns: 15, examples: [[odd]] },
    )
  })

  test('of each provider names its server, always encrypted', () => {
    for (const provider of MAIL_PROVIDERS) {
      const url = new URL(mailServerUrl({ ...provider, username: 'rosa', password: 'x' }))
      expect(url.host).toBe(`${provider.host}:${provider.port}`)
      expect(url.protocol === 'smtps:' || url.searchParams.get('requireTLS') === 'true').toBe(true)
    }
  })
})
