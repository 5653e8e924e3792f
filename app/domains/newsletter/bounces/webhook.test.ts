import fc from 'fast-check'
import { pino } from 'pino'
import { expect, it, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import { describeOnBothEngines } from '../../../../test/support/database'
import { putTestSettings } from '../../../../test/support/settings'
import { subscribe } from '../operations.server'
import { readProviderMessage } from './provider-reports'
import {
  makeBounceWebhook,
  readBounceWebhook,
  removeBounceWebhook,
  takeProviderMessage,
} from './webhook.server'

const EMAIL = 'ann@example.com'
const sns = (message: object) => ({
  ...{ Type: 'Notification', MessageId: 'm1', TopicArn: 'arn:aws:sns:us-east-1:1:bounces' },
  Message: JSON.stringify(message),
})
const ses = (bounceType: string, diagnosticCode = 'smtp; 550 5.1.1 user unknown', status = '5.1.1') => ({
  notificationType: 'Bounce',
  bounce: { bounceType, bouncedRecipients: [{ emailAddress: EMAIL, status, diagnosticCode }] },
  mail: { messageId: 'm1' },
})
const complaint = (type: string) => ({
  eventType: 'Complaint',
  complaint: { complaintFeedbackType: type, complainedRecipients: [{ emailAddress: EMAIL }] },
})
const postmark = (RecordType: string, Type: string) => ({ RecordType, Type, Email: EMAIL, Details: 'said' })
const mailgun = (event: string, severity: string, reason: string, message = '550 5.1.1 gone') => ({
  signature: { timestamp: '1', token: 't', signature: 's' },
  'event-data': { event, severity, reason, recipient: EMAIL, 'delivery-status': { message, code: 550 } },
})
const own = (type: string, email = EMAIL) => ({ reports: [{ email, type }] })

const reasonsIn = (message: unknown) => {
  const read = readProviderMessage(JSON.stringify(message))
  return Array.isArray(read) ? read.map(({ email, reason }) => [email, reason]) : read
}

test.each([
  ['our own bounce', own('bounce'), 'bounced'],
  ['our own complaint', own('complaint'), 'complained'],
  ['Amazon SES by SNS', sns(ses('Permanent')), 'bounced'],
  ['Amazon SES itself', ses('Permanent'), 'bounced'],
  ['Amazon SES complaint', sns(complaint('abuse')), 'complained'],
  ['Postmark', postmark('Bounce', 'HardBounce'), 'bounced'],
  ['Postmark complaint', postmark('SpamComplaint', 'SpamComplaint'), 'complained'],
  ['Mailgun', mailgun('failed', 'permanent', 'bounce'), 'bounced'],
  ['Mailgun complaint', mailgun('complained', '', ''), 'complained'],
])('reads %s', (_, message, reason) => {
  expect(reasonsIn(message)).toEqual([[EMAIL, reason]])
})

test.each([
  ['what may pass at Amazon', sns(ses('Transient'))],
  ['a refusal of the sender', sns(ses('Permanent', 'smtp; 550 5.7.1 rejected', '5.7.1'))],
  ['a complaint that says the opposite', sns(complaint('not-spam'))],
  ['what may pass at Postmark', postmark('Bounce', 'SoftBounce')],
  ['a delivery at Postmark', postmark('Delivery', '')],
  ['what may pass at Mailgun', mailgun('failed', 'temporary', 'bounce')],
  ['a server that was out of reach', mailgun('failed', 'permanent', 'old')],
  ['a full mailbox at Mailgun', mailgun('failed', 'permanent', 'bounce', '552 5.2.2 Mailbox full')],
  ['a sender that Mailgun’s recipient refuses', mailgun('failed', 'permanent', 'bounce', '550 5.7.26 no')],
  ['no email address', own('bounce', 'nobody')],
  ['anything else', { hello: 1 }],
])('reports nothing for %s', (_, message) => {
  expect(reasonsIn(message)).toEqual([])
})

test('confirms subscriptions at Amazon only', () => {
  const ask = (SubscribeURL: string) =>
    readProviderMessage(JSON.stringify({ Type: 'SubscriptionConfirmation', Message: 'm', SubscribeURL }))
  const right = 'https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=a&Token=b'
  expect(ask(right)).toEqual({ confirmAt: right })
  for (const wrong of [
    'http://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription',
    'https://sns.us-east-1.amazonaws.com.example.com/?Action=ConfirmSubscription',
    'https://sns.us-east-1.amazonaws.com:8443/?Action=ConfirmSubscription',
    'https://sns.us-east-1.amazonaws.com/?Action=Publish',
    'https://127.0.0.1/?Action=ConfirmSubscription',
    'nothing',
  ])
    expect(ask(wrong)).toEqual([])
})

test('no text throws', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void readProviderMessage(text)))
})

describeOnBothEngines('the address for email providers', (open) => {
  const setup = async () => {
    const { db } = await open()
    await putTestSettings(db)
    const clock = fixedClock('2026-11-20T12:00:00Z')
    const config = { siteUrl: 'https://photos.example.com', secret: 's'.repeat(32), rateLimitScale: 1 }
    const deps = { db, clock, config, author: { uid: 'o', name: 'Owner' }, log: pino({ level: 'silent' }) }
    expect(await subscribe(deps, { email: EMAIL, network: '203.0.113.1' })).toEqual({ ok: true })
    const suppressed = async () =>
      (
        await db
          .selectFrom('newsletter_suppressions')
          .select('email_key')
          .where('lifted_at', 'is', null)
          .execute()
      ).length
    const address = async () => (await readBounceWebhook(deps))?.address?.split('/').at(-1) ?? ''
    const send = async (message: unknown, token?: string) =>
      takeProviderMessage(deps, { token: token ?? (await address()), body: JSON.stringify(message) })
    return { ...deps, suppressed, address, send }
  }

  it('stops the newsletter for subscribers only, and a message that arrives again changes nothing', async () => {
    const deps = await setup()
    expect(await deps.send(own('bounce'), 'x')).toBe('unknown')
    expect(await makeBounceWebhook(deps, 0)).toBe(true)
    expect(await makeBounceWebhook(deps, 0)).toBe(false)
    for (const wrong of ['', 'x', `${await deps.address()}x`])
      expect(await deps.send(own('bounce'), wrong)).toBe('unknown')
    expect(await deps.suppressed()).toBe(0)
    expect(await deps.send(own('bounce', 'stranger@example.com'))).toBe('taken')
    expect(await deps.suppressed()).toBe(0)
    expect((await readBounceWebhook(deps))?.receivedAt).toContain('2026')

    const twice = await Promise.all([deps.send(ses('Permanent')), deps.send(ses('Permanent'))])
    expect([twice, await deps.suppressed()]).toEqual([['taken', 'taken'], 1])
    await deps.db.updateTable('newsletter_suppressions').set({ lifted_at: deps.clock.now() }).execute()
    expect(await deps.send(ses('Permanent'))).toBe('taken')
    expect(await deps.suppressed()).toBe(0)
    expect(await takeProviderMessage(deps, { token: await deps.address(), body: '{' })).toBe('unreadable')
  })

  it('can be replaced and deleted, and a former one no longer works', async () => {
    const deps = await setup()
    await makeBounceWebhook(deps, 0)
    const former = await deps.address()
    const { version } = (await readBounceWebhook(deps)) ?? { version: -1 }
    expect(await makeBounceWebhook(deps, version)).toBe(true)
    expect(await deps.send(own('bounce'), former)).toBe('unknown')
    expect(await removeBounceWebhook(deps, version)).toBe(false)
    expect(await removeBounceWebhook(deps, version + 1)).toBe(true)
    expect(await readBounceWebhook(deps)).toBeNull()
    expect(
      await readBounceWebhook({ ...deps, config: { ...deps.config, secret: 'x'.repeat(32) } }),
    ).toBeNull()
  })
})
