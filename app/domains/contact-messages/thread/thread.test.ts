import { pino } from 'pino'
import { expect, test } from 'vitest'
import { senderOf } from '~/domains/content/settings/sender'
import { deliverMail } from '~/domains/outbox/operations.server'
import { type Clock, fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { smtpMailer } from '~/platform/mail/mailer.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import { putTestSettings, testSettings } from '../../../../test/support/settings'
import { openSmtpSink } from '../../../../test/support/smtp-sink'
import { findContactMessage, sendContactMessage } from '../operations.server'
import { addTemplate, listTemplates, removeTemplate, saveTemplate } from '../templates/operations.server'
import { draftReply, readThread, sendReply } from './operations.server'

const author = { uid: 'u1', name: 'Dorian Ellis' }
const HOST = 'photos.example.com'

async function setup(db: Db, clock: Clock = fixedClock('2026-11-20T15:00:00Z')) {
  await putTestSettings(db)
  const sink = await openSmtpSink()
  const config = {
    ...{ siteUrl: `https://${HOST}`, secret: 's'.repeat(32), rateLimitScale: 1 },
    ...{ smtpUrl: sink.url, mailFrom: undefined },
  }
  const deps = { db, clock, config, author, log: pino({ level: 'silent' }) }
  const fields = {
    name: 'Ann Lee',
    email: 'ann@example.com',
    phone: '',
    subject: 'Portraits',
    message: 'Hi.',
  }
  await sendContactMessage(deps, { fields, honeypot: '', startedAt: '', network: '203.0.113.7' })
  const [row] = await db.selectFrom('contact_messages').select('id').execute()
  const id = row?.id ?? ''
  const mailer = smtpMailer(sink.url)
  /** Sends what is queued. */
  const deliver = async (isLastAttempt = false) => {
    const queued = await db
      .selectFrom('outbox')
      .select('id')
      .where('state', '=', 'queued')
      .orderBy('id')
      .execute()
    for (const mail of queued)
      await deliverMail(
        { ...deps, mailer, readSender: async () => senderOf(testSettings as never) },
        mail.id,
        { isLastAttempt },
      ).catch(() => undefined)
  }
  const reply = (message: string, once: string = newId()) =>
    sendReply(deps, id, { once, sent: { subject: 'Re: Portraits', message } })
  const states = async () =>
    (await readThread({ db }, id)).map(({ mail }) => mail && mail !== 'unknown' && mail.state)
  const close = async () => {
    mailer.close()
    await sink.close()
  }
  return { deps, sink, id, deliver, reply, states, close }
}

describeOnBothEngines('a reply to a message', (open) => {
  test('is sent over SMTP in the thread of the confirmation, once, and is sent when the server says so', async () => {
    const { db } = await open()
    const { deps, sink, id, deliver, reply, states, close } = await setup(db)
    await deliver()
    const once = newId()
    const sent = await Promise.all([reply('Dear {firstName},\n\nMay is free.', once), reply('Other', once)])
    expect(sent).toEqual([{ ok: true }, { ok: true }])
    expect(await states()).toEqual(['queued'])
    expect(await findContactMessage({ db }, id)).toMatchObject({
      stage: 'answered',
      answer: { by: 'Dorian Ellis' },
    })

    sink.answerWith(450)
    await deliver()
    expect(await states()).toEqual(['queued'])
    sink.answerWith(undefined)
    await deliver()
    expect(await states()).toEqual(['sent'])
    await reply('One more thing.')
    await deliver()

    const toClient = sink.caught.filter(({ recipients }) => recipients.includes('ann@example.com'))
    const [confirmation, first, second] = toClient.map(({ mail }) => mail)
    expect(toClient).toHaveLength(3)
    expect(first).toMatchObject({
      ...{
        subject: 'Re: Portraits',
        inReplyTo: confirmation?.messageId,
        references: confirmation?.messageId,
      },
      ...{ from: { address: 'hello@example.com' }, to: [{ name: 'Ann Lee', address: 'ann@example.com' }] },
    })
    expect(first?.messageId).toMatch(new RegExp(`^<[0-9a-f-]{36}@${HOST}>$`))
    expect(first?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('no')
    const text = (await readThread({ db }, id)).map((entry) => entry.text)
    expect(text).toHaveLength(2)
    if (text[0] !== 'Other') expect(first?.text).toContain('Dear Ann,')
    expect(second).toMatchObject({
      inReplyTo: first?.messageId,
      references: `${confirmation?.messageId} ${first?.messageId}`,
    })
    const audit = await db.selectFrom('audit').select('action').orderBy('seq').execute()
    expect(audit.map(({ action }) => action)).toEqual(['client-emailed', 'answered', 'client-emailed'])
    expect(await draftReply(deps, id, '')).toMatchObject({ subject: 'Re: Portraits', message: '' })
    await close()
  })

  test('that the server refuses is failed, never sent', async () => {
    const { db } = await open()
    const { sink, deliver, reply, states, close } = await setup(db)
    sink.answerWith(550)
    await reply('Hello.')
    await deliver()
    expect(await states()).toEqual(['failed'])
    await close()
  })

  test('is refused without a mail server, with a missing value, and for no message', async () => {
    const { db } = await open()
    const { deps, id, reply, close } = await setup(db)
    expect(await reply('On {eventDate} in {place}?')).toEqual({
      ...{ ok: false, reason: 'refused' },
      errors: { message: 'Fill in or remove {eventDate}, {place}.' },
    })
    expect(await reply(' ')).toMatchObject({ errors: { message: 'Enter a message.' } })
    const sent = { subject: 'Hello', message: 'Hello.' }
    const offline = { ...deps, config: { ...deps.config, smtpUrl: undefined } }
    expect(await sendReply(offline, id, { once: newId(), sent })).toEqual({ ok: false, reason: 'no-server' })
    for (const [of, once] of [
      ['nothing', newId()],
      [id, 'x'],
    ] as const)
      expect(await sendReply(deps, of, { once, sent })).toEqual({ ok: false, reason: 'missing' })
    expect(await readThread({ db }, id)).toEqual([])
    expect(await db.selectFrom('outbox').select('id').where('kind', '=', 'message-reply').execute()).toEqual(
      [],
    )
    await close()
  })

  test('begins with a template, which names what has no value', async () => {
    const { db } = await open()
    const { deps, id, close } = await setup(db)
    const template = {
      name: 'First reply',
      subject: 'Your {subject} on {eventDate}',
      message: 'Dear {firstName},\nthanks! {studioName}',
    }
    expect(await addTemplate(deps, { ...template, message: 'Dear {firstname}' })).toMatchObject({
      errors: { message: '{firstname} isn’t a field. Check how it’s spelled.' },
    })
    const added = await addTemplate(deps, template)
    expect(await addTemplate(deps, template)).toMatchObject({ errors: { name: expect.any(String) } })
    const templateId = added.ok ? added.id : ''
    expect(await draftReply(deps, id, templateId)).toMatchObject({
      ...{ template: templateId, subject: 'Your Portraits on {eventDate}' },
      ...{ message: 'Dear Ann,\nthanks! DE Photography', missing: ['{eventDate}'] },
    })
    expect(await draftReply(deps, id, 'nothing')).toMatchObject({ template: null, missing: [] })
    const changed = { ...template, name: 'Second reply' }
    expect(await saveTemplate(deps, templateId, { sent: changed, version: 1 })).toEqual({ ok: true })
    expect(await saveTemplate(deps, templateId, { sent: changed, version: 1 })).toMatchObject({
      reason: 'changed-since',
    })
    expect(await removeTemplate(deps, templateId, Number.NaN)).toMatchObject({ reason: 'changed-since' })
    expect(await removeTemplate(deps, templateId, 2)).toEqual({ ok: true })
    expect(await listTemplates({ db })).toEqual([])
    await close()
  })
})
