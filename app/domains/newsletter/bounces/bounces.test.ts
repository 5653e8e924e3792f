import fc from 'fast-check'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { fixedClock } from '~/platform/clock'
import { newId } from '~/platform/ids.server'
import { sealToken } from '~/platform/sealed-token.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import { openImapServer } from '../../../../test/support/imap-server'
import { putTestSettings } from '../../../../test/support/settings'
import { addCampaign } from '../campaigns/drafts.server'
import { SENT_TO } from '../campaigns/sender.server'
import { subscribe } from '../operations.server'
import { firstLines } from './imap.server'
import { readBounceMailbox, readBounces, removeBounceMailbox, saveBounceMailbox } from './operations.server'
import { readReport } from './report.server'

const HOST = 'photos.example.com'

interface Bounce {
  to?: string
  status?: string
  said?: string
  action?: string
  id?: string
  original?: string
}

const bounce = ({
  to = 'ann@example.com',
  status = '5.1.1',
  said = `550 ${status} <${to}>: no such\n user`,
  action = 'failed',
  id = HOST,
  original = '',
}: Bounce) =>
  `From: MAILER-DAEMON@mx.example
To: hello@${HOST}
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

I’m sorry to have to inform you.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

${original}Final-Recipient: rfc822; ${to}
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; ${said}

--b
Content-Type: message/rfc822

Message-ID: <0190@${id}>
To: ${to}
Subject: Snow is here

Hello
--b--
`.replaceAll('\n', '\r\n')

const AFRAID = `I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.`

/** As qmail reports it, in plain text. */
const qmailBounce = (
  recipients: string[],
  { id = HOST, intro = `Hi. This is the qmail-send program at mx.example.\n${AFRAID}` } = {},
) =>
  `From: MAILER-DAEMON@mx.example
To: hello@${HOST}
Subject: failure notice

${[intro, ...recipients].join('\n\n')}

--- Below this line is a copy of the message.

Return-Path: <hello@${HOST}>
Message-ID: <0190@${id}>
To: ann@example.com
Subject: Snow is here

<zoe@example.com>:
Sorry, no mailbox here by that name. (#5.1.1)
`.replaceAll('\n', '\r\n')

const complaint = (fields: string) =>
  `From: fbl@provider.example
Subject: FW: Snow is here
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="b"

--b
Content-Type: text/plain

This is an email abuse report.
--b
Content-Type: message/feedback-report

${fields}
User-Agent: SomeGenerator/1.0
Version: 1

--b
Content-Type: text/rfc822-headers

Message-ID: <0190@${HOST}>
To: Ann <ann@example.com>
--b--
`.replaceAll('\n', '\r\n')

const nested = (depth: number) =>
  `Content-Type: multipart/report; boundary=b0\r\n\r\n${Array.from({ length: depth }, (_, at) =>
    [`--b${at}`, `Content-Type: multipart/mixed; boundary=b${at + 1}`, '', ''].join('\r\n'),
  ).join('')}`

const read = (text: string) =>
  readReport(new TextEncoder().encode(text), { host: HOST, wasSentTo: async () => true })

describe('a report', () => {
  it('names an address that doesn’t exist, and what the server said', async () => {
    expect(await read(bounce({}))).toEqual([
      {
        reason: 'bounced',
        email: 'ann@example.com',
        detail: '5.1.1 <ann@example.com>: no such user',
      },
    ])
    const forwarded = {
      to: 'ann@elsewhere.example',
      original: 'Original-Recipient: rfc822;ann@example.com\n',
    }
    expect(await read(bounce(forwarded))).toMatchObject([{ email: 'ann@example.com' }])
  })

  it.each<[string, string]>([
    ['5.1.10', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup'],
    ['5.4.1', '550 5.4.1 Recipient address rejected: Access denied [MX1.mail.protection.outlook.com]'],
    ['5.5.0', '550 Requested action not taken: mailbox unavailable'],
    ['5.0.0', '550 User unknown [192.0.2.225]'],
    ['5.0.0', '554 delivery error: dd This user doesn’t have a yahoo.com account'],
    ['5.4.4', 'Host or domain name not found'],
  ])('with the code %s and the words “%s” names the address', async (status, said) => {
    expect(await read(bounce({ status, said }))).toMatchObject([{ email: 'ann@example.com' }])
  })

  it.each<[string, string]>([
    ['5.2.2', '552 5.2.2 Mailbox full'],
    ['5.2.3', '552 5.2.3 Message length exceeds limit set by recipient'],
    ['5.3.4', '552 5.3.4 Message too large'],
    ['5.4.316', '550 5.4.316 Message expired, connection refused'],
    ['5.6.1', '550 5.6.1 Message content rejected'],
    ['5.1.8', '553 5.1.8 Domain of sender address hello@photos.example.com does not exist'],
    ['5.1.1', '550 5.7.1 IP address blacklisted by recipient'],
    ['5.0.0', '550 Denied by policy'],
    ['5.0.0', '550 Sender address not found'],
  ])('with the code %s and the words “%s” names no one', async (status, said) => {
    expect(await read(bounce({ status, said }))).toEqual([])
  })

  it('that repeats codes without an end is read at once', async () => {
    const said = `550 5.1.1 no such user ${'550-'.repeat(120_000)}`
    expect(await read(bounce({ said }))).toHaveLength(1)
  }, 30_000)

  it('from qmail names the addresses that don’t exist, and no one in the copy of the email', async () => {
    const gone = '<ann@example.com>:\nSorry, no mailbox here by that name. (#5.1.1)'
    const unknown =
      '<ben@example.com>:\n192.0.2.225 does not like recipient.\nRemote host said: 550 User unknown\nGiving up on 192.0.2.225.'
    const full = '<cy@example.com>:\nThe users mailfolder is over the allowed quota (size). (#5.2.2)'
    const slow =
      "<dora@example.com>:\nCNAME lookup failed temporarily. (#4.4.3)\nI'm not going to try again; this message has been in the queue too long."
    expect(await read(qmailBounce([gone, unknown, full, slow]))).toEqual([
      {
        reason: 'bounced',
        email: 'ann@example.com',
        detail: 'Sorry, no mailbox here by that name. (#5.1.1)',
      },
      {
        reason: 'bounced',
        email: 'ben@example.com',
        detail:
          '192.0.2.225 does not like recipient. Remote host said: 550 User unknown Giving up on 192.0.2.225.',
      },
    ])
    expect(await read(qmailBounce([gone], { id: 'elsewhere.example' }))).toEqual([])
    expect(await read(qmailBounce([gone], { intro: 'Hello!' }))).toEqual([])
  })

  it('names an address that marked an email as spam', async () => {
    const found = [{ reason: 'complained', email: 'ann@example.com' }]
    expect(await read(complaint('Feedback-Type: abuse'))).toMatchObject(found)
    expect(await read(complaint('Feedback-Type: abuse\nOriginal-Rcpt-To: <ann@example.com>'))).toMatchObject(
      found,
    )
    expect(await read(complaint('Feedback-Type: not-spam'))).toEqual([])
  })

  it.each<[string, string]>([
    ['a delay', bounce({ status: '4.4.1', action: 'delayed' })],
    ['a temporary failure', bounce({ status: '4.2.2' })],
    ['a refusal of the sender', bounce({ status: '5.7.1' })],
    ['a delivery', bounce({ status: '2.0.0', action: 'delivered' })],
    ['another action', bounce({ action: 'relayed' })],
    ['another site', bounce({ id: 'other.example.com' })],
    ['a host that ends like ours', bounce({ id: `evil-${HOST}` })],
    ['no address', bounce({ to: 'nothing' })],
    ['no report', 'Subject: Hello\r\n\r\nStatus: 5.1.1'],
    ['more parts within parts than can be read', nested(400)],
  ])('of %s names no one', async (_, text) => {
    expect(await read(text)).toEqual([])
  })

  it('of nothing but line breaks is read at once, and one of a usual length as a whole', async () => {
    const source = Buffer.from(`Subject: x\r\n\r\n${'\n'.repeat(480_000)}`)
    expect(firstLines(source).length).toBeLessThan(21_000)
    expect(await readReport(firstLines(source), { host: HOST, wasSentTo: async () => true })).toEqual([])
    const usual = Buffer.from(bounce({}) + 'a line of text\n'.repeat(19_000))
    expect(firstLines(usual)).toBe(usual)
  })

  it('that was damaged names no one else, and breaks nothing', async () => {
    const whole = bounce({})
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length),
        fc.nat(80),
        fc.string({ maxLength: 20 }),
        async (at, length, words) => {
          const reports = await read(whole.slice(0, at) + words + whole.slice(at + length))
          for (const { email } of reports) expect(email).toMatch(/^\S+@\S+$/)
        },
      ),
    )
  })
})

describeOnBothEngines('the bounce mailbox', (open) => {
  const servers: Awaited<ReturnType<typeof openImapServer>>[] = []
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close()
  })

  const setup = async (before: string[] = []) => {
    const { db } = await open()
    await putTestSettings(db)
    const server = await openImapServer(before)
    servers.push(server)
    const config = { siteUrl: `https://${HOST}`, secret: 's'.repeat(32), rateLimitScale: 1 }
    const author = { uid: 'owner', name: 'Owner' }
    const clock = fixedClock('2026-11-20T12:00:00Z')
    // The test server has no encryption.
    const imap = { secure: false, doSTARTTLS: false }
    const deps = { db, clock, config, author, imap, log: pino({ level: 'silent' }) }
    for (const email of ['Ann@example.com', 'ben@example.com', 'cy@example.com'])
      await subscribe(deps, { email, network: '198.51.100.7' })
    const sent = (more: Record<string, string> = {}) => ({
      ...{ host: '127.0.0.1', port: String(server.port), encryption: 'tls' },
      ...{ username: 'testuser', password: 'testpass', ...more },
    })
    /** A report about the email that this address got. */
    const about = async (email: string, report: string) => {
      const emails = await db.selectFrom('outbox').select(['id', 'to_address']).execute()
      return report.replace('<0190@', `<${emails.find(({ to_address }) => to_address.includes(email))?.id}@`)
    }
    const suppressed = () =>
      db.selectFrom('newsletter_suppressions').select(['email_key', 'reason']).orderBy('email_key').execute()
    return { deps, server, sent, about, suppressed }
  }

  it('suppresses subscribers whose emails were returned since it was saved, and changes nothing in it', async () => {
    const { deps, server, sent, about, suppressed } = await setup([bounce({ to: 'ben@example.com' })])
    expect(await saveBounceMailbox(deps, { sent: sent(), version: 0 })).toEqual({ ok: true })
    expect(await readBounces(deps)).toMatchObject({ ok: true })
    expect(await suppressed()).toEqual([])
    server.deliver('Subject: Private\r\n\r\nHello')
    server.deliver(await about('Ann@example.com', bounce({})))
    server.deliver(bounce({ to: 'stranger@example.com' }))
    expect(await readBounces(deps)).toMatchObject({ ok: true })
    expect(await suppressed()).toEqual([{ email_key: 'ann@example.com', reason: 'bounced' }])
    const complained = complaint('Feedback-Type: abuse\nOriginal-Rcpt-To: ben@example.com')
    server.deliver(await about('ben@example.com', complained))
    await readBounces(deps)
    await readBounces(deps)
    expect(await suppressed()).toEqual([
      { email_key: 'ann@example.com', reason: 'bounced' },
      { email_key: 'ben@example.com', reason: 'complained' },
    ])
    const ofQmail = qmailBounce(['<cy@example.com>:\nSorry, no mailbox here by that name. (#5.1.1)'])
    server.deliver(await about('cy@example.com', ofQmail))
    await readBounces(deps)
    expect((await suppressed()).map(({ email_key }) => email_key)).toContain('cy@example.com')
    expect(server.flags()).toHaveLength(6)
    expect(server.flags().flat()).not.toContain('\\Seen')
    expect(await readBounceMailbox(deps)).toMatchObject({
      failure: null,
      readAt: expect.stringContaining('2026'),
    })
  })

  it('is read on after a report with characters that no text may have', async () => {
    const { deps, server, sent, about, suppressed } = await setup()
    await saveBounceMailbox(deps, { sent: sent(), version: 0 })
    const odd = bounce({ to: 'ben@example.com' }).replace('no such', 'no\u0000such')
    server.deliver(await about('ben@example.com', odd))
    server.deliver(await about('Ann@example.com', bounce({})))
    expect(await readBounces(deps)).toMatchObject({ ok: true })
    expect(await suppressed()).toHaveLength(2)
  })

  it('suppresses a reader whose newsletter was returned, and no other by its number', async () => {
    const { deps, server, sent, suppressed } = await setup()
    const campaign_id = await addCampaign(deps)
    const readers = ['ann@example.com', 'ben@example.com']
    for (const [number, email] of readers.entries())
      await deps.db
        .insertInto('newsletter_recipients')
        .values({
          ...{ campaign_id, number, subscriber_id: newId(), email, email_key: email, state: 'sent' },
          ...{ attempts: 1, next_at: 0, answer: '250 OK' },
        })
        .execute()
    await saveBounceMailbox(deps, { sent: sent(), version: 0 })
    const about = (version: number, to: string, secret = deps.config.secret) =>
      bounce({ to }).replace('<0190@', `<${sealToken(secret, SENT_TO, { id: campaign_id, version })}@`)
    server.deliver(about(0, 'ben@example.com'))
    server.deliver(about(7, 'ben@example.com'))
    server.deliver(about(1, 'ben@example.com', 'guessed'))
    server.deliver(about(0, 'Ann@example.com'))
    await readBounces(deps)
    expect(await suppressed()).toEqual([{ email_key: 'ann@example.com', reason: 'bounced' }])
  })

  it('suppresses no one whose report is forged: about no email of this site, or about someone else’s', async () => {
    const { deps, server, sent, about, suppressed } = await setup()
    await saveBounceMailbox(deps, { sent: sent(), version: 0 })
    const forged = [
      bounce({ to: 'ben@example.com' }),
      await about('Ann@example.com', bounce({ to: 'ben@example.com' })),
      await about('Ann@example.com', complaint('Feedback-Type: abuse\nOriginal-Rcpt-To: ben@example.com')),
      await about('Ann@example.com', qmailBounce(['<ben@example.com>:\nSorry, no mailbox here. (#5.1.1)'])),
    ]
    for (const report of forged) server.deliver(report)
    expect(await readBounces(deps)).toMatchObject({ ok: true })
    expect(await suppressed()).toEqual([])
  })

  it('is saved only if it could be opened, and its password is sealed', async () => {
    const { deps, server, sent } = await setup()
    const { db } = deps
    expect(await saveBounceMailbox(deps, { sent: sent({ password: 'wrong' }), version: 0 })).toMatchObject({
      ok: false,
      reason: 'failed',
      sentence: expect.stringContaining('user name or password'),
    })
    for (const wrong of [
      { host: '' },
      { username: '' },
      { encryption: 'none' },
      { port: '0' },
      { password: '' },
    ])
      expect(await saveBounceMailbox(deps, { sent: sent(wrong), version: 0 })).toMatchObject({
        reason: 'refused',
      })
    expect(await readBounceMailbox(deps)).toBeNull()
    await saveBounceMailbox(deps, { sent: sent(), version: 0 })
    expect(JSON.stringify(await db.selectFrom('bounce_mailboxes').selectAll().execute())).not.toContain(
      'testpass',
    )
    const { version } = (await readBounceMailbox(deps)) ?? { version: 0 }
    expect(await saveBounceMailbox(deps, { sent: sent(), version: 0 })).toMatchObject({
      reason: 'changed-since',
    })
    expect(await saveBounceMailbox(deps, { sent: sent({ password: '' }), version })).toEqual({ ok: true })
    const other = { password: '', host: 'imap.example.com' }
    expect(await saveBounceMailbox(deps, { sent: sent(other), version })).toMatchObject({ reason: 'refused' })

    const locked = { ...deps, config: { ...deps.config, secret: 'x'.repeat(32) } }
    expect(await readBounceMailbox(locked)).toMatchObject({ isLocked: true })
    expect(await readBounces(locked)).toMatchObject({ ok: false })
    await server.close()
    servers.splice(0)
    expect(await readBounces(deps)).toMatchObject({ ok: false })
    expect(await readBounceMailbox(deps)).toMatchObject({
      failure: expect.stringContaining('couldn’t reach'),
    })
    const latest = (await readBounceMailbox(deps))?.version ?? 0
    expect(await removeBounceMailbox(deps, latest - 1)).toBe(false)
    expect(await removeBounceMailbox(deps, latest)).toBe(true)
    expect(await readBounces(deps)).toBeUndefined()
  })
})
