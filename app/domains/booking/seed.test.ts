import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { putTestSettings } from '../../../test/support/settings'
import { findOffer, listDays } from './availability/operations.server'
import { addCalendar } from './seed.server'
import { placeDraftSchema, schedulesDraftSchema, sessionTypeDraftSchema } from './session-types/drafts'
import { addSessionTypes } from './session-types/operations.server'

const fromContent = (file: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../content', file), 'utf8'))

/** Installs the seed content on a given date. */
async function install(db: Db, now: string) {
  const clock = fixedClock(now)
  await putTestSettings(db)
  const types = sessionTypeDraftSchema.array().parse(fromContent('session-types.json'))
  const places = placeDraftSchema.array().parse(fromContent('places.json'))
  const ids = await addSessionTypes(
    { db },
    { types, places },
    { serviceIds: new Map(), photoIds: new Map(), at: clock.now() },
  )
  const zone = 'America/New_York'
  const calendar = schedulesDraftSchema.parse(fromContent('schedules.json'))
  await addCalendar({ db }, calendar, { ...ids, zone, at: clock.now() })
  const days = async (service: string, location: string, firstDate: string, lastDate = firstDate) => {
    const offer = await findOffer({ db }, { service, location })
    if (!offer) throw new Error(`${service} is not offered at ${location}`)
    return await listDays({ db, clock }, { offer, firstDate, lastDate })
  }
  const miniDate = async () =>
    (await db.selectFrom('mini_days').select('date').executeTakeFirstOrThrow()).date
  return { days, miniDate, types, places }
}

describeOnBothEngines('the calendar of a fresh installation', (open) => {
  test('has a mini-session day ahead that can be booked, whenever it is made', async () => {
    const { days, miniDate } = await install((await open()).db, '2026-11-21T15:00:00Z')
    expect(await miniDate()).toBe('2026-12-12')
    expect(await days('fall-mini-session', 'park', '2026-12-12')).toMatchObject([{ state: 'open', free: 8 }])
  })

  test('puts no mini-session day on a holiday', async () => {
    // Three weeks later is Juneteenth, a Saturday.
    const { miniDate } = await install((await open()).db, '2027-05-26T15:00:00Z')
    expect(await miniDate()).toBe('2027-06-26')
  })

  test('offers every session somewhere within its days ahead; engagements in the last light of June too', async () => {
    const { days, types } = await install((await open()).db, '2027-05-28T15:00:00Z')
    for (const { slug, places } of types) {
      const month = await days(slug, places[0] ?? '', '2027-06-01', '2027-06-30')
      expect([slug, month.some(({ state }) => state === 'open')]).toEqual([slug, true])
    }
    for (const place of ['park', 'outdoors', 'studio'])
      expect(await days('engagement', place, '2027-06-22')).toMatchObject([{ state: 'open', free: 1 }])
    // Independence Day is closed for everything, including Sunday events.
    expect(await days('event', 'at-your-place', '2027-07-04')).toMatchObject([{ state: 'closed' }])
  })
})
