import { expect, onTestFinished, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import { smtpMailer } from '~/platform/mail/mailer.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { bodySaying } from '../../../test/support/outbox'
import { testSender } from '../../../test/support/settings'
import { openSmtpSink } from '../../../test/support/smtp-sink'
import { deliverMail, queueMail } from './operations.server'

const config = {
  siteUrl: 'https://photos.example.com',
  mailFrom: undefined,
  secret: 's'.repeat(32),
  rateLimitScale: 1,
}

describeOnBothEngines('an email whose answer is lost', (openDb) => {
  test('is sent three times at most, also if the server is away in between, and never said to be sent', async () => {
    const { db } = await openDb()
    const sink = await openSmtpSink({ treat: () => ({ cut: 'after the text' }) })
    const mailer = smtpMailer(sink.url)
    onTestFinished(async () => {
      mailer.close()
      await sink.close()
    })
    const clock = fixedClock('2026-11-20T12:00:00Z')
    const ann = { name: 'Ann Lee', email: 'ann@example.com' }
    await queueMail(
      { db, clock, config },
      { kind: 'test', to: ann, subject: 'Hello', body: bodySaying('Hello') },
    )
    const { id } = await db.selectFrom('outbox').select('id').executeTakeFirstOrThrow()
    const attempt = async () => {
      const deps = { db, clock, config, mailer, readSender: async () => testSender }
      await deliverMail(deps, id, { isLastAttempt: false }).catch(() => undefined)
      const { state, failure } = await db
        .selectFrom('outbox')
        .select(['state', 'failure'])
        .executeTakeFirstOrThrow()
      return `${state}: ${failure}`
    }
    const lost = (how: string) => `queued: The mail server’s answer was lost${how}`
    const first = lost(', so this email may have arrived. We’ll send it again.')
    expect(await attempt()).toBe(first)
    sink.answerWith(451)
    expect(await attempt()).toBe(first)
    sink.answerWith(undefined)
    const second = lost(' twice, so this email may have arrived. We’ll send it once more in an hour.')
    expect(await attempt()).toBe(second)
    const later = await db.selectFrom('jobs').select('run_at').where('run_at', '>', clock.now()).execute()
    expect(later).toEqual([{ run_at: clock.now() + 3_600_000 }])
    const failed =
      'failed: The mail server’s answer was lost three times. This email may have arrived, so we won’t send it again by ourselves.'
    expect(await attempt()).toBe(failed)
    expect(await attempt()).toBe(failed)
    expect(sink.caught).toHaveLength(3)
    expect(new Set(sink.caught.map(({ mail }) => mail.messageId)).size).toBe(1)
  })
})
