import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { queuedMail } from '../../../test/support/outbox'
import { putTestSettings } from '../../../test/support/settings'
import { findSubscription, subscribe, unsubscribe } from './operations.server'

const config = { siteUrl: 'https://photos.example.com', secret: 's'.repeat(32), rateLimitScale: 1 }
const network = '203.0.113.7'

const depsFor = (db: Db) => ({
  db,
  clock: fixedClock('2026-11-20T12:00:00Z'),
  config,
  log: pino({ level: 'silent' }),
})
const rows = (db: Db) => db.selectFrom('newsletter').selectAll().execute()

describeOnBothEngines('the newsletter', (open) => {
  test('R29 R36 adds a new address with the time, and sends a welcome with an unsubscribe link', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const deps = depsFor(db)
    expect(await subscribe(deps, { email: ' Ann@Example.com ', network })).toEqual({ ok: true })
    const [row] = await rows(db)
    expect(row).toMatchObject({
      email: 'Ann@Example.com',
      email_key: 'ann@example.com',
      request_date: deps.clock.now(),
      unsubscribed_at: null,
    })
    const [welcome, ...others] = await queuedMail(db)
    expect(others).toEqual([])
    const wayOut = `https://photos.example.com/newsletter/unsubscribe/${row?.unsubscribe_token}`
    expect(welcome).toMatchObject({
      kind: 'newsletter-welcome',
      to_address: 'Ann@Example.com',
      state: 'queued',
    })
    expect(JSON.parse(welcome?.headers ?? '')).toEqual({
      'List-Unsubscribe': `<${wayOut}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    expect(welcome?.html).toContain(`href="${wayOut}"`)
    expect(welcome?.text).toContain(wayOut)
  })

  test('R33 R35 doesn’t add an invalid address', async () => {
    const { db } = await open()
    await putTestSettings(db)
    for (const email of [
      '',
      'ann',
      'ann@studio.photography',
      'ann@example.com\n',
      'ann@example.com\r\nBcc: x@example.com',
    ])
      expect(await subscribe(depsFor(db), { email, network })).toEqual({ ok: false, reason: 'invalid-email' })
    expect(await rows(db)).toEqual([])
    expect(await queuedMail(db)).toEqual([])
  })

  test('R37 treats different capitalization as a duplicate', async () => {
    const { db } = await open()
    await putTestSettings(db)
    await subscribe(depsFor(db), { email: 'ann@example.com', network })
    expect(await subscribe(depsFor(db), { email: 'ANN@example.COM', network })).toEqual({
      ok: false,
      reason: 'already-subscribed',
    })
    expect(await rows(db)).toHaveLength(1)
    expect(await queuedMail(db)).toHaveLength(1)
  })

  test('R37 a hundred simultaneous requests add one row and send one welcome', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const deps = depsFor(db)
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        subscribe(deps, { email: n % 2 ? 'ann@example.com' : 'Ann@Example.com', network }),
      ),
    )
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    expect(outcomes.filter((o) => !o.ok && o.reason === 'already-subscribed')).toHaveLength(99)
    expect(await rows(db)).toHaveLength(1)
    expect(await queuedMail(db)).toHaveLength(1)
  })

  test('allows thirty addresses an hour per network, not counting repeats or other networks', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const deps = depsFor(db)
    await subscribe(deps, { email: 'first@example.com', network })
    for (let n = 0; n < 5; n++) await subscribe(deps, { email: 'first@example.com', network })
    for (let n = 2; n <= 30; n++)
      expect(await subscribe(deps, { email: `a${n}@example.com`, network })).toEqual({ ok: true })
    expect(await subscribe(deps, { email: 'a31@example.com', network })).toEqual({
      ok: false,
      reason: 'too-many',
      retryAt: Date.parse('2026-11-20T13:00:00Z'),
      sentence: 'Too many attempts in the last hour. Try again after 8 AM Eastern Time.',
    })
    expect(await subscribe(deps, { email: 'a31@example.com', network: '203.0.113.8' })).toEqual({ ok: true })
    deps.clock.advance(3_600_000)
    expect(await subscribe(deps, { email: 'a32@example.com', network })).toEqual({ ok: true })
    expect(await rows(db)).toHaveLength(32)
  })

  test('counts an address before looking it up, so a list of addresses can’t be tested quickly', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const deps = depsFor(db)
    for (let n = 0; n < 40; n++)
      await subscribe(deps, { email: `known${n}@example.com`, network: `203.0.113.${n}` })
    const ask = async (n: number) => {
      const asked = await subscribe(deps, { email: `known${n}@example.com`, network: '198.51.100.1' })
      return asked.ok ? 'added' : asked.reason
    }
    for (let n = 0; n < 30; n++) expect(await ask(n)).toBe('already-subscribed')
    for (let n = 30; n < 40; n++) expect(await ask(n)).toBe('too-many')
    expect(await ask(0)).toBe('already-subscribed')
  })

  test('unsubscribes permanently with the link of any email, and allows subscribing again', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const deps = depsFor(db)
    await subscribe(deps, { email: 'ann@example.com', network })
    const token = (await rows(db))[0]?.unsubscribe_token ?? ''
    expect(await findSubscription({ db }, token)).toEqual({ email: 'ann@example.com', active: true })

    const left = deps.clock.now()
    expect(await unsubscribe(deps, token)).toEqual({ ok: true })
    deps.clock.advance(1_000)
    expect(await unsubscribe(deps, token)).toEqual({ ok: true })
    expect((await rows(db))[0]?.unsubscribed_at).toBe(left)
    expect(await findSubscription({ db }, token)).toEqual({ email: 'ann@example.com', active: false })

    expect(await subscribe(deps, { email: 'Ann@example.com', network })).toEqual({ ok: true })
    expect(await rows(db)).toMatchObject([
      { unsubscribed_at: null, unsubscribe_token: token, request_date: left + 1_000 },
    ])
    expect(await queuedMail(db)).toHaveLength(2)
  })

  test('answers an invented link like an unknown one', async () => {
    const { db } = await open()
    expect(await findSubscription({ db }, 'x'.repeat(32))).toBeUndefined()
    expect(await unsubscribe(depsFor(db), 'x'.repeat(32))).toEqual({ ok: false })
  })

  test('R38 logs and rethrows a failed duplicate check', async () => {
    const { db } = await open()
    await putTestSettings(db)
    await db.schema.dropTable('newsletter').execute()
    const deps = depsFor(db)
    const logged = vi.spyOn(deps.log, 'error')
    await expect(subscribe(deps, { email: 'ann@example.com', network })).rejects.toThrow(/newsletter/)
    expect(logged).toHaveBeenCalledOnce()
  })
})
