import fc from 'fast-check'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { newId, newToken } from '~/platform/ids.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import { makeBooking, makePlace, makeSessionType } from '../../../../test/support/factories'
import { putTestSettings } from '../../../../test/support/settings'
import { SUPPRESSION_REASONS } from '../model'
import { leave, subscribe, suppress } from '../operations.server'
import { SUBSCRIBER_STATES } from '../subscribers/model'
import { listSubscribers } from '../subscribers/operations.server'
import { countRecipientsOf, recipientsOf } from './recipients.server'
import { EVERYONE, type Segment, segmentSchema } from './segment'

const DAY = 86_400_000

const depsFor = (db: Db) => ({
  db,
  clock: fixedClock('2026-11-20T12:00:00Z'),
  config: { siteUrl: 'https://photos.example.com', secret: 's'.repeat(32), rateLimitScale: 1_000 },
  log: pino({ level: 'silent' }),
})
type Deps = ReturnType<typeof depsFor>

async function addSubscriber(db: Db, email: string, tags: string[] = []): Promise<string> {
  const id = newId()
  await db
    .insertInto('newsletter')
    .values({
      id,
      email,
      email_key: email,
      request_date: 1,
      unsubscribe_token: newToken(),
      unsubscribed_at: null,
    })
    .execute()
  for (const tag_id of tags)
    await db.insertInto('newsletter_tagged').values({ subscriber_id: id, tag_id }).execute()
  return id
}

async function addTag(db: Db, name: string): Promise<string> {
  await db
    .insertInto('newsletter_tags')
    .values({ id: name, name, name_key: name, is_public: 0, version: 1 })
    .execute()
  return name
}

const emailsIn = async (deps: Deps, segment: Partial<Segment>) => {
  const whole = segmentSchema.parse(segment)
  const found = await (await recipientsOf(deps, whole)).everyone.execute()
  expect(await countRecipientsOf(deps, whole)).toBe(found.length)
  return found.map(({ email }) => email.split('@')[0]).toSorted()
}

describeOnBothEngines('recipients', (open) => {
  test('are those who meet every condition of the segment', async () => {
    const { db } = await open()
    const deps = depsFor(db)
    const [wedding, family] = [await addTag(db, 'wedding'), await addTag(db, 'family')]
    await addSubscriber(db, 'ann@example.com', [wedding])
    await addSubscriber(db, 'ben@example.com', [wedding, family])
    await addSubscriber(db, 'cleo@example.com')
    expect(await emailsIn(deps, {})).toEqual(['ann', 'ben', 'cleo'])
    expect(await emailsIn(deps, { anyOf: [wedding, family] })).toEqual(['ann', 'ben'])
    expect(await emailsIn(deps, { noneOf: [family] })).toEqual(['ann', 'cleo'])
    expect(await emailsIn(deps, { anyOf: [wedding], noneOf: [family] })).toEqual(['ann'])

    const [portrait, mini] = [await makeSessionType(db), await makeSessionType(db)]
    const park = await makePlace(db, { title: 'Brookdale Park', address: 'Montclair, NJ' })
    const book = (email: string, type: string, daysAgo: number, given = {}) =>
      makeBooking(db, {
        email,
        email_key: email,
        session_type_id: type,
        session_date: deps.clock.now() - daysAgo * DAY,
        session_end: deps.clock.now() - daysAgo * DAY + 1,
        state: 'done',
        ...given,
      })
    await book('ann@example.com', portrait.id, 400, { place_id: park.id })
    await book('ben@example.com', mini.id, 30, { address: '12 Elm Street, Montclair' })
    await book('cleo@example.com', portrait.id, 10, { state: 'canceled' })
    expect(await emailsIn(deps, { booked: [portrait.id] })).toEqual(['ann'])
    expect(await emailsIn(deps, { booked: [portrait.id, mini.id] })).toEqual(['ann', 'ben'])
    expect(await emailsIn(deps, { notBookedForYear: true })).toEqual(['ann', 'cleo'])
    await putTestSettings(db)
    expect(await emailsIn(deps, { place: 'montclair' })).toEqual(['ann', 'ben'])
    expect(await emailsIn(deps, { place: 'brookdale', notBookedForYear: true })).toEqual(['ann'])
    expect(await emailsIn(deps, { place: '%' })).toEqual([])

    // A location in the studio has the studio’s address.
    const studio = await makePlace(db, { title: 'Daylight room', address: '', kind: 'studio' })
    await book('cleo@example.com', portrait.id, 20, { place_id: studio.id })
    expect(await emailsIn(deps, { place: 'east ORANGE' })).toEqual(['cleo'])
    expect(await emailsIn(deps, { place: 'east dayton' })).toEqual([])
  })

  test('leave out the unconfirmed, and everyone who is suppressed', async () => {
    const { db } = await open()
    const deps = depsFor(db)
    const waiting = await addSubscriber(db, 'waiting@example.com')
    await db.updateTable('newsletter').set({ unconfirmed_since: 1 }).where('id', '=', waiting).execute()
    await addSubscriber(db, 'ann@example.com')
    for (const reason of SUPPRESSION_REASONS) {
      await addSubscriber(db, `${reason}@example.com`)
      await suppress(deps, { email: `${reason}@example.com`, reason, detail: '' })
    }
    expect(await emailsIn(deps, {})).toEqual(['ann'])
  })

  test('never include a suppressed address, whatever happened before', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const deps = depsFor(db)
    const email = fc.constantFrom('ann@example.com', 'ben@example.com', 'ANN@example.com')
    const step = fc.oneof(
      fc.record({ kind: fc.constant('subscribe' as const), email }),
      fc.record({ kind: fc.constant('leave' as const), email }),
      fc.record({ kind: fc.constantFrom(...SUPPRESSION_REASONS), email }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        for (const table of ['newsletter', 'newsletter_suppressions'] as const)
          await db.deleteFrom(table).execute()
        const suppressed = new Map<string, Set<string>>()
        const reasons = (key: string) => suppressed.get(key) ?? new Set<string>()
        const subscribed = new Set<string>()
        for (const { kind, email } of steps) {
          const key = email.toLowerCase()
          if (kind === 'subscribe') {
            await subscribe(deps, { email, network: '203.0.113.7' })
            subscribed.add(key)
            reasons(key).delete('unsubscribed')
          } else if (kind === 'leave') {
            await leave(deps, email)
            if (subscribed.has(key)) suppressed.set(key, reasons(key).add('unsubscribed'))
          } else {
            await suppress(deps, { email, reason: kind, detail: '' })
            suppressed.set(key, reasons(key).add(kind))
          }
        }
        const expected = [...subscribed].filter((key) => reasons(key).size === 0)
        const found = await (await recipientsOf(deps, EVERYONE)).everyone.execute()
        expect(found.map(({ email }) => email.toLowerCase()).toSorted()).toEqual(expected.toSorted())
        // Each subscriber is in the list of one state, with its label.
        const all = { segment: EVERYONE, search: '', before: null }
        const { lines } = await listSubscribers(deps, { ...all, state: null })
        for (const state of SUBSCRIBER_STATES)
          expect((await listSubscribers(deps, { ...all, state })).lines).toEqual(
            lines.filter((line) => line.state === state),
          )
      }),
      { numRuns: 60 },
    )
  })
})
