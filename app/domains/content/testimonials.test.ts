import { expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import { readContentVersion } from '~/platform/db/content-version.server'
import type { Db } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { slowSteps } from '../../../test/support/query-plan'
import { putTestSettings } from '../../../test/support/settings'
import { listTestimonials } from './operations.server'
import {
  addTestimonial,
  listAllTestimonials,
  moveTestimonial,
  readPermissions,
  readTestimonial,
  recordPermission,
  recordWithdrawal,
  removeTestimonial,
  saveTestimonial,
} from './testimonials.server'
import { insertTestimonial, permissionsQuery, testimonialsQuery } from './testimonials-store.server'

// In the studio's zone it is still November 20.
const clock = fixedClock('2026-11-21T03:00:00Z')
const deps = (db: Db) => ({ db, clock, author: { uid: 'u1', name: 'Dorian Ellis' } })
const SAID = { quote: 'Lovely.', name: 'Ann Lee', kind: 'Family' }
const GIVEN = { day: '2026-11-20', means: 'email', note: 'Her letter of Friday.' }

async function add(db: Db, said: Partial<typeof SAID> = {}): Promise<string> {
  const added = await addTestimonial(deps(db), { ...SAID, ...said })
  if (!added.ok) throw new Error(added.reason)
  return added.id
}

describeOnBothEngines('testimonials', (open, engine) => {
  test('are shown while there is a permission, and its history is kept', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const id = await add(db)
    expect(await listTestimonials({ db })).toEqual([])
    expect(await listAllTestimonials({ db })).toMatchObject([{ permission: 'none', pages: [] }])
    const permit = (version: number, sent = GIVEN) => recordPermission(deps(db), id, { sent, version })
    const withdraw = (version: number, day: string) =>
      recordWithdrawal(deps(db), id, { sent: { day, note: '' }, version })
    // At most one permission is active, also under simultaneous requests.
    const given = await Promise.all([permit(1), permit(1)])
    expect(given.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await permit(2)).toMatchObject({ reason: 'changed-since' })
    expect(await listTestimonials({ db })).toEqual([SAID])
    expect(await listAllTestimonials({ db })).toMatchObject([
      { permission: 'given', since: 'November 20, 2026', pages: ['Home', 'Portrait'] },
    ])
    const before = await readContentVersion(db)
    expect(await withdraw(2, '2026-11-19')).toMatchObject({ reason: 'refused' })
    expect(await withdraw(2, '2026-11-20')).toEqual({ ok: true })
    expect(await listTestimonials({ db })).toEqual([])
    expect(await readContentVersion(db)).toBeGreaterThan(before)
    expect(await listAllTestimonials({ db })).toMatchObject([{ permission: 'withdrawn' }])
    expect(await permit(3, { ...GIVEN, means: 'form', note: '' })).toEqual({ ok: true })
    expect((await readPermissions(deps(db), id)).permissions).toMatchObject([
      { means: 'form', withdrawal: null },
      {
        means: 'email',
        note: 'Her letter of Friday.',
        given: 'November 20, 2026',
        recorded: 'Dorian Ellis, Nov 20, 2026, 10 PM EST',
        withdrawal: { on: 'November 20, 2026', recorded: 'Dorian Ellis, Nov 20, 2026, 10 PM EST' },
      },
    ])
    const audit = await db.selectFrom('audit').select('action').execute()
    expect(audit.map(({ action }) => action)).toContain('permission-withdrawn')
  })

  test('refuse a future permission, an invalid date, and an unknown means', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const id = await add(db)
    for (const [sent, field] of [
      [{ day: '2026-11-21' }, 'day'],
      [{ day: '2026-02-30' }, 'day'],
      [{ day: '' }, 'day'],
      [{ means: 'telepathy' }, 'means'],
      [{ note: 'x'.repeat(501) }, 'note'],
    ] as const)
      expect(await recordPermission(deps(db), id, { sent: { ...GIVEN, ...sent }, version: 1 })).toMatchObject(
        { reason: 'refused', errors: { [field]: expect.any(String) } },
      )
    expect(await listTestimonials({ db })).toEqual([])
  })

  test('keep the day of a permission without other data', async () => {
    const { db } = await open()
    await putTestSettings(db)
    await insertTestimonial(db, { ...SAID, permissionOn: '2026-07-02' }, 0)
    const [only] = await listAllTestimonials({ db })
    expect(only).toMatchObject({ permission: 'given', since: 'July 2, 2026' })
    expect((await readPermissions(deps(db), only?.id ?? '')).permissions).toMatchObject([
      { means: null, recorded: null },
    ])
  })

  test('are changed, moved and deleted', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const [first, second] = [await add(db), await add(db, { name: 'Bo' })]
    const sent = { ...SAID, name: 'Ann' }
    const saves = await Promise.all(
      [1, 1].map((version) => saveTestimonial(deps(db), first, { sent, version })),
    )
    expect(saves.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await moveTestimonial(deps(db), { id: first, past: second, direction: 'down' })).toEqual({
      ok: true,
    })
    expect((await listAllTestimonials({ db })).map(({ name }) => name)).toEqual(['Bo', 'Ann'])
    expect(await removeTestimonial(deps(db), first, 1)).toMatchObject({ reason: 'changed-since' })
    expect(await removeTestimonial(deps(db), first, 2)).toEqual({ ok: true })
    expect(await readTestimonial({ db }, first)).toBeUndefined()
  })

  test('are read from an index', async () => {
    const { db } = await open()
    expect(await slowSteps(db, engine, testimonialsQuery(db))).toEqual([])
    expect(await slowSteps(db, engine, permissionsQuery(db, newId()))).toEqual([])
  })
})
