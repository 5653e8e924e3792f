import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import {
  contactMessagesOf,
  findContactMessage,
  markContactMessage,
  sendContactMessage,
} from '~/domains/contact-messages/operations.server'
import { readThread, sendReply } from '~/domains/contact-messages/thread/operations.server'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import { openImapServer } from '../../../../test/support/imap-server'
import { putTestSettings } from '../../../../test/support/settings'
import { readBounces, saveBounceMailbox } from './operations.server'

const HOST = 'photos.example.com'

interface Written {
  answers?: string
  header?: 'In-Reply-To' | 'References'
  id?: string
  from?: string
  more?: string
  type?: string
  body?: string
}

const email = ({
  answers = '',
  header = 'In-Reply-To',
  id = '<1@mail.example>',
  from = 'Ann Lee <ann@example.com>',
  more = '',
  type = 'text/plain; charset=utf-8',
  body = 'May 1 is perfect.',
}: Written) =>
  `From: ${from}
To: hello@example.com
Subject: Re: Portraits
Message-ID: ${id}
${answers === '' ? '' : `${header}: ${answers}\n`}${more}MIME-Version: 1.0
Content-Type: ${type}

${body}
`.replaceAll('\n', '\r\n')

describeOnBothEngines('replies of clients', (open) => {
  const servers: Awaited<ReturnType<typeof openImapServer>>[] = []
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close()
  })

  async function setup(db: Db) {
    await putTestSettings(db)
    const server = await openImapServer([])
    servers.push(server)
    const config = {
      ...{ siteUrl: `https://${HOST}`, secret: 's'.repeat(32), rateLimitScale: 1 },
      smtpUrl: 'smtp://127.0.0.1:1',
    }
    const deps = {
      ...{
        db,
        config,
        clock: fixedClock('2026-11-20T12:00:00Z'),
        author: { uid: 'u1', name: 'Dorian Ellis' },
      },
      // The test server has no encryption.
      ...{ imap: { secure: false, doSTARTTLS: false }, log: pino({ level: 'silent' }) },
    }
    const sent = {
      ...{ host: '127.0.0.1', port: String(server.port), encryption: 'tls' },
      ...{ username: 'testuser', password: 'testpass' },
    }
    expect(await saveBounceMailbox(deps, { sent, version: 0 })).toEqual({ ok: true })
    const fields = {
      name: 'Ann Lee',
      email: 'ann@example.com',
      phone: '',
      subject: 'Portraits',
      message: 'Hi.',
    }
    await sendContactMessage(deps, { fields, honeypot: '', startedAt: '', network: '203.0.113.7' })
    const id = (await db.selectFrom('contact_messages').select('id').execute())[0]?.id ?? ''
    const write = async (message: string) =>
      expect(
        await sendReply(deps, id, { once: newId(), sent: { subject: 'Re: Portraits', message } }),
      ).toEqual({ ok: true })
    await write('Is May 1 fine?')
    const idOf = async (kind: string) =>
      (
        await db
          .selectFrom('outbox')
          .select('message_id')
          .where('kind', '=', kind)
          .orderBy('id', 'desc')
          .execute()
      )[0]?.message_id ?? ''
    const received = async () => (await readThread({ db }, id)).filter(({ mail }) => mail === null)
    const read = async () => expect(await readBounces(deps)).toMatchObject({ ok: true })
    return { deps, server, id, write, idOf, received, read }
  }

  test('are in the thread once, the message waits again, and the mailbox stays as it is', async () => {
    const { db } = await open()
    const { server, id, write, idOf, received, read } = await setup(db)
    const ours = await idOf('message-reply')
    server.deliver(email({ id: '<private@mail.example>', body: 'Not for the Studio' }))
    server.deliver(email({ answers: `<${newId()}@${HOST}>`, id: '<other@mail.example>' }))
    server.deliver(email({ answers: ours }))
    await read()
    expect(await received()).toMatchObject([
      { author: 'Ann Lee <ann@example.com>', subject: 'Re: Portraits', text: 'May 1 is perfect.' },
    ])
    expect(await findContactMessage({ db }, id)).toMatchObject({ stage: 'waiting' })
    const audit = await db
      .selectFrom('audit')
      .select(['action', 'author_name'])
      .orderBy('seq', 'desc')
      .execute()
    expect(audit[0]).toEqual({ action: 'reopened', author_name: '' })
    expect(await contactMessagesOf({ db }, 'ann@example.com')).toMatchObject([
      { message: 'Hi.', replies: [{ text: 'May 1 is perfect.' }] },
    ])

    // As after a crash before the mark was stored.
    await db.updateTable('bounce_mailboxes').set({ last_uid: 0 }).execute()
    await Promise.all([read(), read()])
    expect(await received()).toHaveLength(1)
    expect(server.flags().flat()).not.toContain('\\Seen')
    expect(server.flags()).toHaveLength(3)

    await write('See you then.')
    const [mail] = await db.selectFrom('outbox').select('headers').orderBy('id', 'desc').limit(1).execute()
    expect(JSON.parse(mail?.headers ?? '')).toMatchObject({
      'In-Reply-To': '<1@mail.example>',
      References: `${await idOf('contact-acknowledgement')} ${ours} <1@mail.example>`,
    })
    const confirmed = await idOf('contact-acknowledgement')
    server.deliver(email({ answers: `<x@y> ${confirmed}`, header: 'References', id: '<2@mail.example>' }))
    await read()
    expect(await received()).toHaveLength(2)
  })

  test('from programs and from the studio itself change nothing else, nor do those about a booked message', async () => {
    const { db } = await open()
    const { deps, server, id, idOf, received, read } = await setup(db)
    const answers = await idOf('message-reply')
    server.deliver(email({ answers, id: '<1@m>', more: 'Auto-Submitted: auto-replied\n' }))
    server.deliver(email({ answers, id: '<2@m>', from: 'hello@example.com' }))
    server.deliver(email({ answers, id: answers }))
    await read()
    expect(await received()).toHaveLength(2)
    expect(await findContactMessage({ db }, id)).toMatchObject({ stage: 'answered' })
    await markContactMessage(deps, id, 'booked')
    server.deliver(email({ answers, id: '<3@m>' }))
    await read()
    expect(await received()).toHaveLength(3)
    expect(await findContactMessage({ db }, id)).toMatchObject({ stage: 'booked' })
  })

  test('that are huge, hostile or broken become short text, and stop no others', async () => {
    const { db } = await open()
    const { server, idOf, received, read } = await setup(db)
    const answers = await idOf('message-reply')
    const html =
      '<style>p{}</style><p>Hello <b>there</b></p><script>alert(1)</script>Bye<br>&lt;Ann&gt;&#x202e;'
    const nested = Array.from(
      { length: 200 },
      (_, n) => `Content-Type: multipart/mixed; boundary="b${n}"\n\n--b${n}`,
    )
    const token = 'a'.repeat(43)
    for (const [n, written] of (
      [
        { body: 'word '.repeat(300_000) },
        { type: 'text/html; charset=utf-8', body: html },
        { type: 'multipart/mixed; boundary="b"', body: `--b\n${nested.join('\n')}` },
        { type: 'multipart/mixed; boundary="b"', body: '--b\nContent-Type: image/png\n\nx\n--b--' },
        { from: '=?utf-8?q?a=0D=0ABcc:?= <x@example.com>', body: `See https://${HOST}/g/${token}.` },
        { id: '<5@m\u0000>', body: 'An id that no header may name.' },
        { body: 'The last one.' },
      ] satisfies Written[]
    ).entries())
      server.deliver(email({ answers, id: `<${n}@m>`, ...written }))
    await read()
    const texts = (await received()).map(({ text }) => text)
    expect(texts).toHaveLength(7)
    expect(texts[0]?.length).toBeLessThan(20_100)
    expect(texts[0]).toMatch(/The rest of this email is in your mailbox\.$/)
    expect(texts[1]).toBe('Hello there\nBye\n<Ann>')
    expect(texts[2]?.length).toBeLessThan(200)
    expect(texts[3]).toContain('1 attachment is in your mailbox.')
    expect(texts[4]).not.toContain(token)
    expect(texts[6]).toBe('The last one.')
    for (const { author } of await received()) expect(author).not.toMatch(/[\r\n]/)
  })
})
