import fc from 'fast-check'
import pino from 'pino'
import { expect, test } from 'vitest'
import { isAddressProven } from '~/domains/people/operations.server'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import {
  alteredToken,
  makePlace,
  makeSchedule,
  makeSessionType,
  makeTermsVersion,
} from '../../../../test/support/factories'
import { queuedMail } from '../../../../test/support/outbox'
import { slowSteps } from '../../../../test/support/query-plan'
import { putTestSettings } from '../../../../test/support/settings'
import { findOffer } from '../availability/operations.server'
import { holdStart } from '../reservations/holds.server'
import { requestBooking } from '../reservations/operations.server'
import { offerFreedTimes, offerNow } from './offers.server'
import {
  countWaitlistBetween,
  findEntryToLeave,
  findOfferedStart,
  joinWaitlist,
  leaveWaitlist,
  listWaitlist,
  removeFromWaitlist,
} from './operations.server'
import { lineQuery, waitlistQuery } from './store.server'

const NOW = Date.parse('2026-11-20T15:00:00Z')
const HOUR = 3_600_000
const START = Date.parse('2026-12-05T14:00:00Z')
const DAY = { service: 'portrait', location: 'studio', date: '2026-12-05' }

describeOnBothEngines('the waitlist', (open) => {
  /** A day with one start in the morning, which is blocked. */
  async function fullDay() {
    const { db, engine } = await open()
    await putTestSettings(db)
    await makeTermsVersion(db)
    const studio = await makePlace(db, { slug: 'studio', is_default: 1 })
    const times = { minutes: 60, increment_minutes: 60, buffer_before_minutes: 0, buffer_after_minutes: 0 }
    await makeSessionType(db, { slug: 'portrait', ...times, places: [studio] })
    await makeSchedule(db, { hours: JSON.stringify([{ weekday: 6, opens: '09:00', closes: '10:00' }]) })
    const block = await blocked(db)
    const clock = fixedClock(NOW)
    const config = { siteUrl: 'https://studio.example.com', secret: 'a secret of tests', rateLimitScale: 1 }
    const deps = { db, clock, config, log: pino({ level: 'silent' }) }
    const join = (name: string, network = '192.0.2.1') =>
      joinWaitlist(deps, { ...DAY, name, email: `${name}@example.com`, network })
    const free = () => db.deleteFrom('occupancies').where('id', '=', block).execute()
    return { db, engine, clock, deps, join, free }
  }

  const mailed = async (db: Db, kind: string) => {
    const emails = (await queuedMail(db)).filter((mail) => mail.kind === kind)
    return emails.map(({ to_address, text }) => ({
      to: to_address,
      token: /\/offer\/([\w-]{32})/.exec(text)?.[1] ?? '',
      leave: /\/leave\/([\w-]{48})/.exec(text)?.[1] ?? '',
    }))
  }
  const offers = (db: Db) => mailed(db, 'waitlist-offer')

  test('offers a freed start to the first in line for two hours, then to the next', async () => {
    const { db, clock, deps, join, free } = await fullDay()
    for (const name of ['ann', 'bob']) expect(await join(name)).toEqual({ ok: true })
    await offerFreedTimes(deps)
    expect(await offers(db)).toEqual([])
    await free()
    await Promise.all([offerFreedTimes(deps), offerFreedTimes(deps)])
    expect((await offers(db)).map(({ to }) => to)).toEqual(['ann@example.com'])
    clock.advance(2 * HOUR - 1)
    await offerFreedTimes(deps)
    expect(await offers(db)).toHaveLength(1)
    clock.advance(1)
    await offerFreedTimes(deps)
    expect((await offers(db)).map(({ to }) => to)).toEqual(['ann@example.com', 'bob@example.com'])
  })

  test('a freed start goes to the waitlist or to a simultaneous booking, never to both', async () => {
    const { db, deps, join, free } = await fullDay()
    await join('ann')
    await free()
    const fields: Record<string, string> = {
      ...{ service: 'portrait', location: 'studio', slot: '2026-12-05T14:00:00Z' },
      ...{ name: 'Eve', email: 'eve@example.com', partySize: '1', terms: 'yes' },
    }
    const eve = { get: (name: string) => fields[name] ?? '', network: '192.0.2.9', visitor: '' }
    const [booked] = await Promise.all([
      requestBooking(deps, eve),
      offerFreedTimes(deps),
      offerFreedTimes(deps),
    ])
    expect(await offers(db)).toHaveLength(booked.ok ? 0 : 1)
    expect(await db.selectFrom('occupancies').select('kind').execute()).toEqual([
      { kind: booked.ok ? 'booking' : 'hold' },
    ])
  })

  test("only the link's owner can book the offer", async () => {
    const { db, deps, join, free } = await fullDay()
    await join('ann')
    await free()
    await offerFreedTimes(deps)
    const [offer] = await offers(db)
    const fields = { ...DAY, slot: '2026-12-05T14:00:00Z', name: 'Ann', partySize: '1', terms: 'yes' }
    const book = (email: string, visitor: string) =>
      requestBooking(deps, {
        get: (name) => ({ ...fields, email })[name] ?? '',
        network: '192.0.2.1',
        visitor,
      })
    expect(await book('eve@example.com', '')).toMatchObject({ ok: false, reason: 'taken' })
    const booked = await book('ann@example.com', offer?.token ?? '')
    expect(booked).toMatchObject({ ok: true, booking: { sessionDate: START } })
    await offerFreedTimes(deps)
    const [row] = await db.selectFrom('waitlist').select('state').execute()
    expect(row?.state).toBe('taken')
  })

  test('someone else’s hold on the same start doesn’t keep an offer open', async () => {
    const { db, clock, deps, join, free } = await fullDay()
    await join('ann')
    await join('bob')
    await free()
    await offerFreedTimes(deps)
    clock.advance(2 * HOUR)
    const offer = await findOffer(deps, { service: 'portrait', location: 'studio' })
    if (!offer) throw new Error('The session type is not offered.')
    const eve = { offer, startsAt: START, visitor: 'eve', network: '192.0.2.66' }
    expect(await holdStart(deps, eve)).toMatchObject({ ok: true })
    await offerFreedTimes(deps)
    const states = async () =>
      (await db.selectFrom('waitlist').select('state').orderBy('id').execute()).map(({ state }) => state)
    expect(await states()).toEqual(['lapsed', 'waiting'])
    // Leaving the list doesn't release a hold that now belongs to someone else.
    const [email] = await offers(db)
    await leaveWaitlist(deps, email?.leave ?? '')
    expect(await db.selectFrom('holds').select('session_date').execute()).toEqual([{ session_date: START }])
    clock.advance(HOUR)
    await offerFreedTimes(deps)
    expect((await offers(db)).map(({ to }) => to)).toEqual(['ann@example.com', 'bob@example.com'])
  })

  test('reaches everyone in line, however many wait for days that stay full', async () => {
    const { db, engine, deps, join, free } = await fullDay()
    await join('ann')
    const [ann] = await db.selectFrom('waitlist').selectAll().execute()
    if (!ann) throw new Error('Ann is not on the list.')
    await db.deleteFrom('waitlist').execute()
    const others = Array.from({ length: 1_001 }, (_, n) => {
      const email = `other${n}@example.com`
      return { ...ann, id: `0-${String(n).padStart(4, '0')}`, date: '2026-12-12', email, email_key: email }
    })
    for (let n = 0; n < others.length; n += 100)
      await db
        .insertInto('waitlist')
        .values(others.slice(n, n + 100))
        .execute()
    await db.insertInto('waitlist').values(ann).execute()
    await blocked(db, START + 7 * 24 * HOUR)
    await free()
    await offerFreedTimes(deps)
    expect((await offers(db)).map(({ to }) => to)).toEqual(['ann@example.com'])
    const page = lineQuery(db, { state: 'waiting', from: '2026-11-20', after: '0-0499', limit: 500 })
    expect(await slowSteps(db, engine, page)).toEqual([])
  })

  test('serves entries in order, however times are freed and people leave', async () => {
    const { db, clock, deps, join } = await fullDay()
    const hours = [9, 10, 11, 12].map((hour) => ({
      weekday: 6,
      opens: `${String(hour).padStart(2, '0')}:00`,
      closes: `${hour + 1}:00`,
    }))
    await db
      .updateTable('schedules')
      .set({ hours: JSON.stringify(hours) })
      .execute()
    const states = async () =>
      (await db.selectFrom('waitlist').select('state').orderBy('id').execute()).map(({ state }) => state)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }),
        fc.subarray([0, 1, 2, 3]),
        async (leaves, freed) => {
          for (const table of ['occupancies', 'waitlist', 'outbox', 'jobs', 'rate_limits'] as const)
            await db.deleteFrom(table).execute()
          const blocks = []
          for (const hour of [0, 1, 2, 3]) blocks.push(await blocked(db, START + hour * HOUR))
          for (const index of leaves.keys()) await join(`n${index}`)
          const letters = await mailed(db, 'waitlist-joined')
          for (const [index, isLeaving] of leaves.entries())
            if (isLeaving) await leaveWaitlist(deps, letters[index]?.leave ?? '')
          for (const hour of freed)
            await db
              .deleteFrom('occupancies')
              .where('id', '=', blocks[hour] ?? '')
              .execute()
          await offerFreedTimes(deps)
          let left = freed.length
          const expected = leaves.map((isLeaving) => {
            if (isLeaving) return 'left'
            left -= 1
            return left >= 0 ? 'offered' : 'waiting'
          })
          expect(await states()).toEqual(expected)
          const held = await db.selectFrom('holds').select('session_date').orderBy('session_date').execute()
          expect(held.map(({ session_date }) => (session_date - START) / HOUR)).toEqual(
            freed.slice(0, expected.filter((state) => state === 'offered').length),
          )
        },
      ),
      { numRuns: 12 },
    )
    expect(clock.now()).toBe(NOW)
  })

  test('the link of an offer proves the address it was sent to', async () => {
    const { db, deps, join, free } = await fullDay()
    await join('ann')
    await free()
    await offerFreedTimes(deps)
    const [offer] = await offers(db)
    expect(await isAddressProven(deps, 'ann@example.com')).toBe(false)
    expect(await findOfferedStart(deps, offer?.token ?? '')).toMatchObject({ slot: '2026-12-05T14:00:00Z' })
    expect(await isAddressProven(deps, 'ann@example.com')).toBe(true)
  })

  test('is joined once, silently, and left by the link in each email', async () => {
    const { db, deps, join, free } = await fullDay()
    expect(await join('ann')).toEqual({ ok: true })
    expect(await join('ann')).toEqual({ ok: true })
    const letters = await mailed(db, 'waitlist-joined')
    expect(letters).toHaveLength(1)
    const leave = letters[0]?.leave ?? ''
    expect(await findEntryToLeave(deps, leave)).toMatchObject({ isWaiting: true })
    expect(await leaveWaitlist(deps, leave)).toBe(true)
    expect(await leaveWaitlist(deps, leave)).toBe(true)
    expect(await leaveWaitlist(deps, alteredToken(leave))).toBe(false)
    await free()
    await offerFreedTimes(deps)
    expect(await offers(db)).toEqual([])
  })

  test('who leaves with an offer makes way for the next at once', async () => {
    const { db, deps, join, free } = await fullDay()
    await join('ann')
    await join('bob')
    await free()
    await offerFreedTimes(deps)
    const [offer] = await offers(db)
    await leaveWaitlist(deps, offer?.leave ?? '')
    await offerFreedTimes(deps)
    expect((await offers(db)).map(({ to }) => to)).toEqual(['ann@example.com', 'bob@example.com'])
  })

  test('refuses days with free starts or without any, and invalid addresses', async () => {
    const { deps, join, free } = await fullDay()
    const nobody = { ...DAY, name: 'Ann', email: 'ann', network: '192.0.2.1' }
    expect(await joinWaitlist(deps, nobody)).toMatchObject({
      reason: 'refused',
      errors: { email: expect.any(String) },
    })
    for (const date of ['2026-12-06', '2026-13-01', '', '9999-01-01', '2026-02-30'])
      expect(await joinWaitlist(deps, { ...nobody, date })).toEqual({ ok: false, reason: 'not-offered' })
    await free()
    expect(await join('ann')).toEqual({ ok: false, reason: 'open' })
  })

  test('holds a start freed at night for the first in line, and emails in the morning', async () => {
    const { db, clock, deps, join, free } = await fullDay()
    for (const name of ['ann', 'bob']) await join(name)
    // 8:00 PM in New York
    clock.set('2026-11-21T01:00:00Z')
    await free()
    await offerFreedTimes(deps)
    expect(await offers(db)).toEqual([])
    const { lines } = await listWaitlist(deps, { days: 'coming', after: null })
    expect(lines.map(({ state, offer }) => [state, offer])).toEqual([
      ['kept', '9:00 AM EST is on hold for them. We’ll email them Saturday, November 21, 8:00 AM EST.'],
      ['waiting', ''],
    ])
    expect(await join('eve')).toEqual({ ok: true })
    clock.set('2026-11-21T12:59:59.999Z')
    await offerFreedTimes(deps)
    expect(await offers(db)).toEqual([])
    clock.set('2026-11-21T13:00:00Z')
    await offerFreedTimes(deps)
    expect((await offers(db)).map(({ to }) => to)).toEqual(['ann@example.com'])
    clock.advance(2 * HOUR - 1)
    await offerFreedTimes(deps)
    expect(await offers(db)).toHaveLength(1)
    clock.advance(1)
    await offerFreedTimes(deps)
    expect((await offers(db)).map(({ to }) => to)).toEqual(['ann@example.com', 'bob@example.com'])
  })

  test('writes at night when the start is near', async () => {
    const { db, clock, deps, join, free } = await fullDay()
    await db.updateTable('session_types').set({ minimum_notice_hours: 2 }).execute()
    await join('ann')
    // 9:30 PM. The start is at 9 AM and can be booked until 7 AM.
    clock.set('2026-12-05T02:30:00Z')
    await free()
    await offerFreedTimes(deps)
    expect(await offers(db)).toHaveLength(1)
  })

  test('leaving at night releases the hold, and the studio can offer it to someone else early', async () => {
    const { db, clock, deps, join, free } = await fullDay()
    const author = { uid: 'dorian', name: 'Dorian Ellis' }
    for (const name of ['ann', 'bob']) await join(name)
    clock.set('2026-11-21T03:00:00Z')
    await free()
    await offerFreedTimes(deps)
    const listed = async () => (await listWaitlist(deps, { days: 'coming', after: null })).lines
    const [ann, bob] = await listed()
    if (!ann || !bob) throw new Error('Both wait.')
    expect(await offerNow({ ...deps, author }, bob)).toEqual({ ok: false, reason: 'nothing-free' })
    expect((await listed()).map(({ state }) => state)).toEqual(['kept', 'waiting'])
    expect(await removeFromWaitlist({ ...deps, author }, { ...ann, state: 'waiting' })).toMatchObject({
      reason: 'changed-since',
    })
    expect(await removeFromWaitlist({ ...deps, author }, ann)).toEqual({ ok: true })
    expect(await offerNow({ ...deps, author }, bob)).toEqual({ ok: true })
    expect((await offers(db)).map(({ to }) => to)).toEqual(['bob@example.com'])
    expect((await listed()).map(({ state }) => state)).toEqual(['left', 'offered'])
    const day = { from: '2026-12-05', until: '2026-12-05' }
    expect(await countWaitlistBetween(deps, day)).toBe(1)
    const actions = await db.selectFrom('audit').select('action').orderBy('id').execute()
    expect(actions.map(({ action }) => action)).toEqual(['waitlist-entry-removed', 'start-offered'])
  })

  test('is listed along an index, however long', async () => {
    const { db, engine } = await open()
    const after = { date: '2026-12-05', id: 'x' }
    for (const days of ['coming', 'past'] as const) {
      const query = waitlistQuery(db, { days, today: '2026-11-20', after, limit: 51 })
      expect(await slowSteps(db, engine, query)).toEqual([])
    }
  })

  test('is checked each minute while there are entries', async () => {
    const { db, clock, deps, join } = await fullDay()
    const looks = async () =>
      (await db.selectFrom('jobs').select('run_at').where('kind', '=', 'offer-freed-times').execute()).length
    await join('ann')
    await join('bob')
    expect(await looks()).toBe(1)
    clock.advance(60_000)
    await offerFreedTimes(deps)
    expect(await looks()).toBe(2)
    clock.set('2026-12-07T00:00:00Z')
    await offerFreedTimes(deps)
    expect(await looks()).toBe(2)
  })
})

/** Blocks the hour, until the block is deleted. */
async function blocked(db: Db, startsAt = START): Promise<string> {
  const id = newId()
  const someone = { booking_id: null, expires_at: START, title: '', version: 1 }
  const time = { resource_id: 'default', resource_number: 1, starts_at: startsAt, ends_at: startsAt + HOUR }
  await db
    .insertInto('occupancies')
    .values({ id, kind: 'hold', ...time, ...someone })
    .execute()
  return id
}
