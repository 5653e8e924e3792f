import { expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { queuedMail } from '../../../test/support/outbox'
import { putTestSettings, testSettings } from '../../../test/support/settings'
import { requestDoNotSell } from './operations.server'

const config = { siteUrl: 'https://photos.example.com', secret: 's'.repeat(32), rateLimitScale: 1 }
const given = { email: 'Ann@Example.photography', gpc: false, network: '203.0.113.7' }
// Thursday evening in New Jersey, already Friday in UTC.
const depsFor = (db: Db) => ({ db, clock: fixedClock('2026-11-20T02:00:00Z'), config })
const rows = (db: Db) => db.selectFrom('do_not_sell_requests').selectAll().execute()

describeOnBothEngines('a do-not-sell request', (open) => {
  test('R30 D1 is recorded with its due date in the studio’s zone, and confirmed by email', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const deps = depsFor(db)
    expect(await requestDoNotSell(deps, { ...given, gpc: true })).toEqual({
      ok: true,
      dueDate: '2026-12-11',
      dueLabel: 'Friday, December 11, 2026',
    })
    expect(await rows(db)).toMatchObject([
      { email: given.email, request_date: deps.clock.now(), due_date: '2026-12-11', gpc: 1 },
    ])
    const [confirmation, notice] = await queuedMail(db)
    expect(notice).toMatchObject({
      kind: 'do-not-sell-notice',
      to_address: expect.stringContaining(testSettings.studio.email),
    })
    expect(confirmation).toMatchObject({ to_address: given.email, kind: 'do-not-sell-confirmation' })
    expect(confirmation?.text).toContain('Friday, December 11, 2026')
  })

  test('repeated in different capitalization weeks later, returns the same without another row or emails', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const deps = depsFor(db)
    const first = await requestDoNotSell(deps, given)
    deps.clock.advance(40 * 86_400_000)
    expect(await requestDoNotSell(deps, { ...given, email: 'ann@example.PHOTOGRAPHY' })).toEqual(first)
    expect(await rows(db)).toHaveLength(1)
    expect(await queuedMail(db)).toHaveLength(2)
  })

  test('twenty simultaneous requests make one row, one confirmation and one notice', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const deps = depsFor(db)
    const answers = await Promise.all(Array.from({ length: 20 }, () => requestDoNotSell(deps, given)))
    expect(answers.every((answer) => answer.ok && answer.dueDate === '2026-12-11')).toBe(true)
    expect(await rows(db)).toHaveLength(1)
    expect(await queuedMail(db)).toHaveLength(2)
  })

  test('needs a valid address, and is rate limited', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const deps = depsFor(db)
    const full = 'Enter a full email address, like you@example.com.'
    for (const [email, sentence] of [
      ['', 'Enter your email address.'],
      ['ann', full],
      ['ann@example.com\r\nBcc: x@example.com', full],
      [`${'a'.repeat(250)}@example.com`, full],
    ] as const)
      expect(await requestDoNotSell(deps, { ...given, email })).toEqual({
        ok: false,
        reason: 'refused',
        errors: { email: sentence },
      })
    for (let n = 0; n < 30; n++) await requestDoNotSell(deps, { ...given, email: `a${n}@example.com` })
    expect(await requestDoNotSell(deps, given)).toMatchObject({ ok: false, reason: 'too-many' })
    expect(await rows(db)).toHaveLength(30)
  })
})
