import { expect, onTestFinished, test } from 'vitest'
import { openSmtpSink } from '../../../test/support/smtp-sink'
import { smtpMailer } from './mailer.server'

test('a password that a mail server repeats isn’t told to anyone', async () => {
  const sink = await openSmtpSink({ signIn: { username: 'rosa', password: 'right' } })
  const mailer = smtpMailer(sink.url.replace(':right@', ':quiet%20heron@'))
  onTestFinished(async () => {
    mailer.close()
    await sink.close()
  })
  const from = { name: 'Studio', address: 'studio@example.com' }
  const sent = await mailer.send({
    ...{ messageId: '<one@example.com>', date: new Date(0), from, to: from, replyTo: undefined },
    ...{ subject: 'Hello', html: '<p>Hello</p>', text: 'Hello', headers: {}, calendar: undefined },
  })
  const detail = sent.ok ? '' : sent.detail
  expect(detail).toContain('Wrong user name or password: rosa [password]')
  expect(detail).not.toContain('heron')
})
