import { expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { instantOf } from '~/platform/time'
import { describeOnBothEngines } from '../../../../test/support/database'
import { makeBooking, makePlace, makeSchedule, makeSessionType } from '../../../../test/support/factories'
import { putTestSettings } from '../../../../test/support/settings'
import { findOffer } from '../availability/operations.server'
import { holdStart } from '../reservations/holds.server'
import { blockTime, changeBlock, findBlock, removeBlock } from './blocks.server'
import type { BlockValues } from './model'

const ZONE = 'America/New_York'
const clock = fixedClock('2026-11-20T15:00:00Z')
const config = { siteUrl: 'https://studio.example.com', secret: 'a secret of tests' }

async function open(db: Db) {
  await putTestSettings(db)
  const place = await makePlace(db, { slug: 'studio', is_default: 1 })
  await makeSessionType(db, { slug: 'family', title: 'Family', places: [place] })
  await makeSchedule(db)
  return { db, clock, author: { uid: newId(), name: 'Dee' } }
}

const values = (given: Partial<BlockValues> = {}): BlockValues => ({
  title: 'Editing',
  firstDate: '2026-11-26',
  from: '09:00',
  lastDate: '2026-11-26',
  until: '12:00',
  wholeDays: '',
  ...given,
})

const blocks = (db: Db) =>
  db.selectFrom('occupancies').select(['starts_at', 'ends_at', 'title']).where('kind', '=', 'block').execute()

const audited = async (db: Db) =>
  (await db.selectFrom('audit').select(['action', 'subject']).orderBy('id').execute()).map(
    ({ action, subject }) => `${action}: ${subject}`,
  )

describeOnBothEngines('blocked time', (openDb) => {
  test('is added, changed by version, removed and restored', async () => {
    const deps = await open((await openDb()).db)
    const made = await blockTime(deps, values())
    if (!made.ok) throw new Error(made.reason)
    const block = await findBlock(deps, made.id)
    expect(block).toMatchObject({
      version: 1,
      values: values(),
      when: 'Thursday, November 26, 9 AM – 12 PM EST',
    })
    const seen = { id: made.id, version: 1 }
    expect(await changeBlock(deps, seen, values({ until: '13:00' }))).toMatchObject({ ok: true })
    expect(await changeBlock(deps, seen, values({ until: '14:00' }))).toEqual({
      ok: false,
      reason: 'changed-since',
    })
    const removed = await removeBlock(deps, made.id)
    expect(removed).toEqual({ ok: true, values: values({ until: '13:00' }) })
    expect(await removeBlock(deps, made.id)).toEqual({ ok: false, reason: 'missing' })
    if (removed.ok) expect(await blockTime(deps, removed.values)).toMatchObject({ ok: true })
    expect((await audited(deps.db)).map((line) => line.split(':')[0])).toEqual([
      'time-blocked',
      'block-changed',
      'block-removed',
      'time-blocked',
    ])
  })

  test('of whole days ends with the last, also over a change of the clock', async () => {
    const { db, ...rest } = await open((await openDb()).db)
    const vacation = values({
      firstDate: '2027-03-01',
      lastDate: '2027-03-21',
      wholeDays: 'yes',
      from: '',
      until: '',
    })
    const made = await blockTime({ db, ...rest }, vacation)
    expect(await blocks(db)).toEqual([
      {
        title: 'Editing',
        starts_at: Date.parse('2027-03-01T05:00:00Z'),
        ends_at: Date.parse('2027-03-22T04:00:00Z'),
      },
    ])
    if (made.ok) expect((await findBlock({ db }, made.id))?.values).toEqual(vacation)
  })

  test('never overlaps a booking, a hold or another block, and names it', async () => {
    const deps = await open((await openDb()).db)
    const { db } = deps
    const starts = instantOf('2026-11-27', '10:00', ZONE)
    const type = await makeSessionType(db, { title: 'Portrait' })
    await makeBooking(db, {
      session_date: starts,
      session_end: starts + 3_600_000,
      name: 'Ann Lee',
      session_type_id: type.id,
    })
    const offer = await findOffer({ db }, { service: 'family', location: 'studio' })
    if (!offer) throw new Error('not offered')
    const startsAt = instantOf('2026-11-27', '13:00', ZONE)
    await holdStart({ db, clock, config }, { offer, startsAt, visitor: 'v', network: '192.0.2.1' })
    await blockTime(
      deps,
      values({ firstDate: '2026-11-27', lastDate: '2026-11-27', from: '16:00', until: '17:00' }),
    )
    const day = values({ firstDate: '2026-11-27', lastDate: '2026-11-27', wholeDays: 'yes' })
    const refused = await blockTime(deps, day)
    expect(refused).toEqual({
      ok: false,
      reason: 'in-the-way',
      sentences: [
        'Portrait with Ann Lee is then: Friday, November 27, 10 – 11 AM EST.',
        expect.stringMatching(
          /^A client is booking .* right now\. Their hold ends at 10:15 AM EST; try again then\.$/,
        ),
        'Already blocked: Editing, Friday, November 27, 4 – 5 PM EST.',
      ],
    })
    const made = await blockTime(deps, values())
    if (!made.ok) throw new Error(made.reason)
    expect(await changeBlock(deps, { id: made.id, version: 1 }, day)).toMatchObject({ reason: 'in-the-way' })
    expect((await findBlock(deps, made.id))?.values).toEqual(values())
    clock.advance(16 * 60_000)
    const afternoon = { ...day, wholeDays: '', from: '13:00', until: '15:00' }
    expect(await blockTime(deps, afternoon)).toMatchObject({ ok: true })
    clock.set('2026-11-20T15:00:00Z')
  })

  test('is created once by simultaneous requests, and never over a hold', async () => {
    const deps = await open((await openDb()).db)
    const { db } = deps
    const offer = await findOffer({ db }, { service: 'family', location: 'studio' })
    if (!offer) throw new Error('not offered')
    const startsAt = instantOf('2026-11-27', '10:00', ZONE)
    const tried = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        n % 2
          ? holdStart({ db, clock, config }, { offer, startsAt, visitor: `v${n}`, network: `192.0.2.${n}` })
          : blockTime(deps, values({ firstDate: '2026-11-27', lastDate: '2026-11-27' })),
      ),
    )
    expect(tried.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await db.selectFrom('occupancies').select('id').execute()).toHaveLength(1)
  })

  test('is refused with a sentence at the field', async () => {
    const deps = await open((await openDb()).db)
    const wrong: [Partial<BlockValues>, string][] = [
      [{ title: 'x'.repeat(121) }, 'title'],
      [{ title: 'a\u202eb' }, 'title'],
      [{ firstDate: '2026-02-30' }, 'firstDate'],
      [{ lastDate: 'soon' }, 'lastDate'],
      [{ lastDate: '2026-11-25' }, 'lastDate'],
      [{ lastDate: '2029-11-25' }, 'lastDate'],
      [{ from: '25:00' }, 'from'],
      [{ until: '' }, 'until'],
      [{ until: '09:00' }, 'until'],
      [{ until: '00:00' }, 'until'],
    ]
    for (const [given, field] of wrong) {
      const refused = await blockTime(deps, values(given))
      expect(refused).toMatchObject({ ok: false, reason: 'refused' })
      if (!refused.ok && refused.reason === 'refused') expect(Object.keys(refused.errors)).toContain(field)
    }
    expect(await blocks(deps.db)).toEqual([])
  })
})
