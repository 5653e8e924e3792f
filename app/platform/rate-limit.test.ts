import type { KyselyPlugin } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { describeOnBothEngines } from '../../test/support/database'
import { fixedClock } from './clock'
import { openDatabase, transact } from './db/database.server'
import { countHits, limitReached, takeHit, tooManySentence, uncountHits } from './rate-limit.server'

const HOUR = 3_600_000
const config = { secret: 'x'.repeat(32), rateLimitScale: 1 }
const subscribe = { name: 'subscribe', network: '203.0.113.7', limit: 3, windowMs: HOUR }

describeOnBothEngines('a rate limit', (open) => {
  test('allows its number in any window, and says when the next is allowed', async () => {
    const { db } = await open()
    const clock = fixedClock('2026-11-20T12:00:00Z')
    const start = clock.now()
    const hit = () => db.transaction().execute((tx) => takeHit({ db: tx, clock, config }, subscribe))
    for (const minute of [0, 10, 20]) {
      clock.set(start + minute * 60_000)
      expect(await hit()).toMatchObject({ ok: true })
    }
    clock.set(start + HOUR - 1)
    expect(await hit()).toEqual({ ok: false, reason: 'too-many', retryAt: start + HOUR })
    clock.set(start + HOUR)
    expect(await hit()).toMatchObject({ ok: true })
    expect(await hit()).toEqual({ ok: false, reason: 'too-many', retryAt: start + HOUR + 600_000 })
  })

  test('counts networks and names separately, multiplied by the scale', async () => {
    const { db } = await open()
    const clock = fixedClock('2026-11-20T12:00:00Z')
    const hits = async (change: Partial<typeof subscribe>, times: number, scale = 1) => {
      let accepted = 0
      for (let n = 0; n < times; n++) {
        const deps = { clock, config: { ...config, rateLimitScale: scale } }
        const hit = await db
          .transaction()
          .execute((tx) => takeHit({ db: tx, ...deps }, { ...subscribe, ...change }))
        if (hit.ok) accepted += 1
      }
      return accepted
    }
    expect(await hits({}, 5)).toBe(3)
    expect(await hits({ network: '203.0.113.8' }, 5)).toBe(3)
    expect(await hits({ name: 'contact' }, 5)).toBe(3)
    expect(await hits({ network: '::ffff:203.0.113.7' }, 1)).toBe(0)
    expect(await hits({ network: '2001:db8:1:2::1' }, 2)).toBe(2)
    expect(await hits({ network: '2001:db8:1:2:ffff::9' }, 2)).toBe(1)
    expect(await hits({ network: '203.0.113.9' }, 8, 2)).toBe(6)
    expect(await hits({ network: '203.0.113.10' }, 2, 0.01)).toBe(1)
  })

  test('counts an IPv6 address by /64, /56 and /48, with higher limits for the wider ones', async () => {
    const { db } = await open()
    const deps = { clock: fixedClock('2026-11-20T12:00:00Z'), config }
    const hit = (network: string) =>
      transact(db, (tx) => takeHit({ db: tx, ...deps }, { ...subscribe, network }))
    const accepted = async (networks: string[]) => {
      const hits = []
      for (const network of networks) hits.push(await hit(network))
      return hits.filter(({ ok }) => ok).length
    }
    const connections = (customer: string) =>
      Array.from({ length: 10 }, (_, n) => `2001:db8:1:${customer}${n.toString(16).padStart(2, '0')}::1`)
    expect(await accepted(connections('1'))).toBe(4)
    expect(await accepted(connections('2').concat(connections('3')))).toBe(2)
    expect(await accepted(['2001:db8:2::1'])).toBe(1)

    const full = '2001:db8:1:100::2'
    await uncountHits({ db, ...deps }, [{ ...subscribe, network: full }])
    const again = await transact(db, (tx) => takeHit({ db: tx, ...deps }, { ...subscribe, network: full }))
    expect(again.ok).toBe(true)
    expect(await hit(full)).toMatchObject({ ok: false })
  })

  test('is exact for two instances on one database, each counting in batches', async () => {
    const { db, where } = await open()
    const other = openDatabase(where)
    onTestFinished(() => other.destroy())
    const clock = fixedClock('2026-11-20T12:00:00Z')
    const limits = (n: number) => [
      { ...subscribe, name: 'login-account', network: `account ${n % 4}`, limit: 5 },
      { ...subscribe, name: 'login-network', limit: 13 },
    ]
    const tries = Array.from({ length: 60 }, (_, n) =>
      countHits({ db: n % 2 === 0 ? db : other, clock, config }, limits(n)),
    )
    const counted = await Promise.all(tries)
    expect(counted.filter(({ ok }) => ok)).toHaveLength(13)
    // An uncounted hit makes room for one more, on both instances once the cached refusal expires.
    await uncountHits({ db, clock, config }, limits(0))
    clock.advance(1_001)
    const more = [
      await countHits({ db: other, clock, config }, limits(0)),
      await countHits({ db, clock, config }, limits(0)),
    ]
    expect(more.map(({ ok }) => ok)).toEqual([true, false])
  })

  test('is cached once reached: a flood writes nothing and rarely reads', async () => {
    const { db } = await open()
    const clock = fixedClock('2026-11-20T12:00:00Z')
    let queries = 0
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        queries += 1
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const watched = db.withPlugin(counting)
    for (let n = 0; n < 3; n += 1)
      expect(await countHits({ db: watched, clock, config }, [subscribe])).toEqual({ ok: true })
    const rows = () => db.selectFrom('rate_limits').selectAll().orderBy('bucket').execute()
    const before = await rows()
    clock.advance(60_000)
    queries = 0
    const refused = { ok: false, reason: 'too-many', retryAt: clock.now() - 60_000 + HOUR }
    for (let n = 0; n < 200; n += 1) {
      expect(await limitReached({ db: watched, clock, config }, subscribe)).toEqual(refused)
      expect(await countHits({ db: watched, clock, config }, [subscribe])).toEqual(refused)
    }
    expect(queries).toBe(1)
    // Inside a transaction, the limit is read and not written.
    expect(await transact(db, (tx) => takeHit({ db: tx, clock, config }, subscribe))).toEqual(refused)
    expect(await rows()).toEqual(before)
  })

  test('doesn’t count uncounted or rolled back hits', async () => {
    const { db } = await open()
    const clock = fixedClock('2026-11-20T12:00:00Z')
    for (let n = 0; n < 5; n++) {
      await db.transaction().execute(async (tx) => {
        const hit = await takeHit({ db: tx, clock, config }, subscribe)
        if (hit.ok) await hit.giveBack()
      })
      await db
        .transaction()
        .execute(async (tx) => {
          await takeHit({ db: tx, clock, config }, subscribe)
          throw new Error('rolled back')
        })
        .catch(() => {})
    }
    expect(await transact(db, (tx) => takeHit({ db: tx, clock, config }, subscribe))).toMatchObject({
      ok: true,
    })
  })

  test('holds for forty simultaneous requests, and after a restart', async () => {
    const { db, where } = await open()
    const clock = fixedClock('2026-11-20T12:00:00Z')
    const limit = { ...subscribe, limit: 30 }
    const hits = await Promise.all(
      Array.from({ length: 40 }, () =>
        db.transaction().execute((tx) => takeHit({ db: tx, clock, config }, limit)),
      ),
    )
    expect(hits.filter((hit) => hit.ok)).toHaveLength(30)
    const again = openDatabase(where)
    onTestFinished(() => again.destroy())
    expect(await transact(again, (tx) => takeHit({ db: tx, clock, config }, limit))).toMatchObject({
      ok: false,
    })
  })

  test('stores no addresses, and deletes old rows', async () => {
    const { db } = await open()
    const clock = fixedClock('2026-11-20T12:00:00Z')
    await transact(db, (tx) => takeHit({ db: tx, clock, config }, subscribe))
    const rows = await db.selectFrom('rate_limits').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('203.0.113')
    clock.advance(25 * HOUR)
    await transact(db, (tx) => takeHit({ db: tx, clock, config }, { ...subscribe, network: '203.0.113.8' }))
    const left = await db.selectFrom('rate_limits').selectAll().execute()
    expect(left).toMatchObject([{ updated_at: clock.now() }])
  })
})

test('the sentence says when, in the studio’s zone, never too early (D4)', () => {
  const at = Date.parse('2026-11-20T20:41:01Z')
  expect(tooManySentence(at, 'America/New_York')).toBe(
    'Too many attempts in the last hour. Try again after 3:42 PM Eastern Time.',
  )
})
