import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '~/platform/ids.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import { ask, offerOf, openStudio } from '../../../../test/support/open-studio'
import { listStarts } from '../availability/operations.server'
import { slotOf } from '../slots/model'

const HOUR = 3_600_000
const studioArb = fc.record({
  rules: fc.record({
    minutes: fc.constantFrom(30, 60, 90),
    increment_minutes: fc.constantFrom(15, 30, 45),
    buffer_before_minutes: fc.constantFrom(0, 15),
    buffer_after_minutes: fc.constantFrom(0, 20),
    daily_limit: fc.constantFrom(null, 2),
    minimum_notice_hours: fc.constantFrom(24, 24 * 15),
    needs_approval: fc.constantFrom(0, 1),
  }),
  /** Hours after the studio opens at which an hour is blocked. */
  blocked: fc.integer({ min: 0, max: 8 }),
  /** In quarter hours from the opening. */
  asked: fc.array(fc.integer({ min: -4, max: 40 }), { minLength: 8, maxLength: 8 }),
  chosen: fc.array(fc.nat(30), { minLength: 3, maxLength: 3 }),
})

describeOnBothEngines('a start', (open) => {
  test('is accepted if it was offered, and refused otherwise', async () => {
    await fc.assert(
      fc.asyncProperty(studioArb, async ({ rules, blocked, asked, chosen }) => {
        const { db } = await open()
        const deps = await openStudio(db, rules)
        const opening = Date.parse('2026-12-05T14:00:00Z')
        await db
          .insertInto('occupancies')
          .values({
            id: newId(),
            resource_id: 'default',
            resource_number: 1,
            kind: 'block',
            starts_at: opening + blocked * HOUR,
            ends_at: opening + (blocked + 1) * HOUR,
            booking_id: null,
            expires_at: null,
            title: '',
            version: 1,
          })
          .execute()
        const offer = await offerOf(deps)
        const offered = () => listStarts(deps, { offer, date: '2026-12-05' })
        const first = (await offered()).map(({ startsAt }) => startsAt)
        const sent = [
          ...asked.map((quarters) => opening + (quarters * HOUR) / 4),
          ...chosen.flatMap((n) => first[n % Math.max(1, first.length)] ?? []),
        ]
        for (const [n, startsAt] of sent.entries()) {
          const start = (await offered()).find((each) => each.startsAt === startsAt)
          const answer = await ask(deps, startsAt, { email: `client${n}@example.com` })
          const got = answer.ok ? 'free' : answer.reason
          expect(got, slotOf(startsAt)).toBe(start?.state ?? 'refused')
        }
      }),
      { numRuns: 6 },
    )
  })

  test('that the clock skips is refused however it is spelled', async () => {
    const deps = await openStudio((await open()).db, {
      starts_kind: 'fixed',
      fixed_starts: '["02:30","09:30"]',
      booking_window_days: 400,
      minimum_notice_hours: 1,
    })
    await deps.db
      .updateTable('schedules')
      .set({ hours: JSON.stringify([{ weekday: 7, opens: '00:00', closes: '24:00' }]) })
      .execute()
    const starts = await listStarts(deps, { offer: await offerOf(deps), date: '2027-03-14' })
    expect(starts.map(({ startsAt }) => slotOf(startsAt))).toEqual(['2027-03-14T13:30:00Z'])
    for (const slot of [
      '2027-03-14T02:30',
      '2027-03-14T02:30:00-05:00',
      '2027-03-14T02:30:00-04:00[America/New_York]',
      '2027-03-14T02:30:00Z',
      '2027-03-14T06:30:00Z',
      '2027-03-14T07:30:00Z',
    ])
      expect(await ask(deps, slot), slot).toMatchObject({
        ok: false,
        reason: 'refused',
        errors: { slot: expect.any(String) },
      })
    expect(await ask(deps, '2027-03-14T13:30:00Z')).toMatchObject({
      ok: true,
      booking: { wallStart: '2027-03-14T09:30' },
    })
  })

  test('of a doubled hour is two', async () => {
    const deps = await openStudio((await open()).db, {
      starts_kind: 'fixed',
      fixed_starts: '["01:30"]',
      booking_window_days: 400,
      minutes: 30,
    })
    await deps.db
      .updateTable('schedules')
      .set({ hours: JSON.stringify([{ weekday: 7, opens: '00:00', closes: '24:00' }]) })
      .execute()
    for (const [n, slot] of ['2027-11-07T05:30:00Z', '2027-11-07T06:30:00Z'].entries())
      expect(await ask(deps, slot, { email: `client${n}@example.com` }), slot).toMatchObject({
        ok: true,
        booking: { wallStart: '2027-11-07T01:30', sessionDate: Date.parse(slot) },
      })
  })
})
