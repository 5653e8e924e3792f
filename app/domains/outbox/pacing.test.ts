import { expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import type { OutgoingMail } from '~/platform/mail/message'
import { describeOnBothEngines } from '../../../test/support/database'
import { bodySaying } from '../../../test/support/outbox'
import { testSender } from '../../../test/support/settings'
import type { NewMail } from './model'
import { deliverMail, queueMail } from './operations.server'

const config = {
  ...{ siteUrl: 'https://photos.example.com', mailFrom: undefined },
  ...{ secret: 's'.repeat(32), rateLimitScale: 1 },
}
const HOUR = 3_600_000

/** An outbox whose due jobs run when the test calls `run`. */
function outboxOf(db: Db) {
  const clock = fixedClock('2026-11-20T15:00:00Z')
  const sent: OutgoingMail[] = []
  let isDown = false
  const mailer = {
    send: async (mail: OutgoingMail) => {
      if (isDown) return { ok: false, reason: 'temporary', detail: 'nobody there', isReached: false } as const
      sent.push(mail)
      return { ok: true, isSent: true } as const
    },
    close: () => undefined,
  }
  const deps = { db, clock, config, mailer, readSender: async () => testSender }
  return {
    clock,
    goDown: (down: boolean) => {
      isDown = down
    },
    queue: (given: Partial<NewMail> & Pick<NewMail, 'kind'>, email = 'ann@example.com') =>
      queueMail(deps, { to: { name: '', email }, subject: given.kind, body: bodySaying('Hi'), ...given }),
    /** Runs due jobs. @returns the subjects sent */
    run: async () => {
      sent.length = 0
      const due = await db
        .selectFrom('jobs')
        .selectAll()
        .where('run_at', '<=', clock.now())
        .orderBy('id')
        .execute()
      for (const { id, payload } of due) {
        const done = await deliverMail(deps, JSON.parse(payload).mail, { isLastAttempt: false }).then(
          () => true,
          () => false,
        )
        if (done) await db.deleteFrom('jobs').where('id', '=', id).execute()
      }
      return sent.map(({ subject }) => subject)
    },
    states: async () => {
      const rows = await db.selectFrom('outbox').select(['state']).orderBy('id').execute()
      return rows.map(({ state }) => state)
    },
  }
}

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

describeOnBothEngines('automatic emails to one address', (open) => {
  test('include up to three receipts an hour, and the list shows which were dropped', async () => {
    const { db } = await open()
    const outbox = outboxOf(db)
    for (let n = 0; n < 10; n++)
      await outbox.queue({ kind: 'receipt', pace: 'receipt' }, n % 2 ? 'Ann@Example.com' : 'ann@example.com')
    await outbox.queue({ kind: 'receipt', pace: 'receipt' }, 'bo@example.com')
    expect(await outbox.run()).toEqual(times(4, 'receipt'))
    expect(await outbox.states()).toEqual([...times(3, 'sent'), ...times(7, 'not-sent'), 'sent'])
    const [given] = await db.selectFrom('outbox').select('failure').where('state', '=', 'not-sent').execute()
    expect(given?.failure).toBe('This address already got enough automatic emails this hour.')
    outbox.clock.advance(HOUR)
    await outbox.queue({ kind: 'receipt', pace: 'receipt' })
    expect(await outbox.run()).toEqual(['receipt'])
  })

  test('are limited to six an hour, and notices are delayed, never dropped', async () => {
    const { db } = await open()
    const outbox = outboxOf(db)
    for (let n = 0; n < 15; n++) await outbox.queue({ kind: `notice ${n}`, pace: 'notice' })
    expect(await outbox.run()).toHaveLength(6)
    expect(await outbox.run()).toEqual([])
    outbox.clock.advance(HOUR)
    expect(await outbox.run()).toHaveLength(6)
    outbox.clock.advance(HOUR)
    expect(await outbox.run()).toHaveLength(3)
    expect(await outbox.states()).toEqual(times(15, 'sent'))
  })

  test('leave room for a link after a flood of receipts', async () => {
    const { db } = await open()
    const outbox = outboxOf(db)
    for (let n = 0; n < 20; n++) await outbox.queue({ kind: 'receipt', pace: 'receipt' })
    await outbox.queue({ kind: 'sign-in', pace: 'link' })
    expect(await outbox.run()).toEqual([...times(3, 'receipt'), 'sign-in'])
  })

  test('delay links until they expire, and send only the newest of a kind', async () => {
    const { db } = await open()
    const outbox = outboxOf(db)
    for (let n = 0; n < 6; n++) await outbox.queue({ kind: 'notice', pace: 'notice' })
    const expiresAt = outbox.clock.now() + HOUR / 4
    await outbox.queue({ kind: 'sign-in', subject: 'too late', pace: 'link', expiresAt })
    for (let n = 0; n < 3; n++) await outbox.queue({ kind: 'verify', subject: `verify ${n}`, pace: 'link' })
    expect(await outbox.run()).toHaveLength(6)
    outbox.clock.advance(HOUR)
    expect(await outbox.run()).toEqual(['verify 2'])
    expect((await outbox.states()).slice(6)).toEqual(['not-sent', 'not-sent', 'not-sent', 'sent'])
  })

  test('exclude emails from the studio’s team, and count only sent ones', async () => {
    const { db } = await open()
    const outbox = outboxOf(db)
    for (let n = 0; n < 12; n++) await outbox.queue({ kind: 'gallery' })
    expect(await outbox.run()).toHaveLength(12)
    outbox.goDown(true)
    for (let n = 0; n < 6; n++) await outbox.queue({ kind: 'notice', pace: 'notice' })
    for (let n = 0; n < 5; n++) expect(await outbox.run()).toEqual([])
    outbox.goDown(false)
    expect(await outbox.run()).toHaveLength(6)
  })

  test('are not sent after they expire', async () => {
    const { db } = await open()
    const outbox = outboxOf(db)
    await outbox.queue({ kind: 'reminder', expiresAt: outbox.clock.now() })
    expect(await outbox.run()).toEqual([])
    expect(await outbox.states()).toEqual(['not-sent'])
  })
})
