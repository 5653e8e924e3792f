import { expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import type { FieldValues } from '~/platform/forms'
import { describeOnBothEngines } from '../../../../test/support/database'
import { putTestSettings } from '../../../../test/support/settings'
import { readPin } from '../access/operations.server'
import { createGallery } from '../editor/settings.server'
import {
  addFirstPresets,
  addPreset,
  blankPreset,
  listPresets,
  readPreset,
  removePreset,
  savePreset,
} from './operations.server'

const clock = fixedClock('2026-11-21T15:00:00Z')
const config = { secret: 'a secret of the tests, long enough' }
const deps = (db: Db) => ({ db, clock, config, author: { uid: 'u1', name: 'Dorian Ellis' } })

const SENT = {
  ...blankPreset(),
  ...{
    name: 'Weddings',
    isDefault: 'yes',
    web: 'yes',
    print: 'yes',
    proofing: 'yes',
    pickLimit: '40',
    hasPin: 'yes',
  },
  ...{ 'watermark.kind': 'text', 'watermark.text': 'Proof', expiresAfterDays: '30', note: 'Enjoy.' },
}

async function change(db: Db, id: string, sent: FieldValues) {
  const preset = await readPreset({ db }, id)
  if (!preset) throw new Error(id)
  return await savePreset(deps(db), id, { sent: { ...preset.values, ...sent }, version: preset.version })
}

describeOnBothEngines('gallery presets', (open) => {
  test('are there from the start, none of them chosen', async () => {
    const { db } = await open()
    await transact(db, (tx) => addFirstPresets({ db: tx }))
    expect(await listPresets({ db })).toMatchObject([
      { name: 'Delivery', about: 'Downloads: web, print, original · Expires after 365 days' },
      { name: 'Portfolio', about: 'Downloads: web · No expiration' },
      { name: 'Proofing', about: 'No downloads · Proofing with a watermark · Expires after 30 days' },
    ])
    expect((await listPresets({ db })).some(({ isDefault }) => isDefault)).toBe(false)
  })

  test('give a new client gallery its settings, which later changes of the preset leave alone', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const preset = await addPreset(deps(db), SENT)
    if (!preset.ok) throw new Error('refused')
    const made = await createGallery(deps(db), {
      ...{ title: 'Ann & Ben', kind: 'client', category: '', preset: preset.id },
    })
    if (!made.ok) throw new Error('refused')
    const read = () =>
      db.selectFrom('galleries').selectAll().where('id', '=', made.id).executeTakeFirstOrThrow()
    const gallery = await read()
    expect(gallery).toMatchObject({
      ...{ sizes: '["web","print"]', proofing: 1, pick_limit: 40, expires_on: '2026-12-21', note: 'Enjoy.' },
    })
    expect(JSON.parse(gallery.watermark ?? '')).toMatchObject({ kind: 'text', text: 'Proof' })
    expect(readPin(deps(db), gallery.pin ?? '')).toMatch(/^\d{6}$/)

    expect(await change(db, preset.id, { web: '', expiresAfterDays: '' })).toEqual({ ok: true })
    expect(await removePreset(deps(db), preset.id, 2)).toEqual({ ok: true })
    expect(await read()).toEqual(gallery)
  })

  test('are for client galleries only, and one that is gone is refused', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const preset = await addPreset(deps(db), SENT)
    if (!preset.ok) throw new Error('refused')
    const story = { title: 'A story', kind: 'portfolio', category: '', preset: preset.id }
    const made = await createGallery(deps(db), story)
    const rows = await db.selectFrom('galleries').select(['sizes', 'proofing', 'pin']).execute()
    expect([made.ok, rows]).toEqual([true, [{ sizes: '[]', proofing: 0, pin: null }]])
    const gone = { title: 'Ann', kind: 'client', category: '', preset: 'gone' }
    expect(await createGallery(deps(db), gone)).toMatchObject({ errors: { preset: expect.any(String) } })
  })

  test('have one default, names of their own, and refuse a late save', async () => {
    const { db } = await open()
    const first = await addPreset(deps(db), SENT)
    const second = await addPreset(deps(db), { ...SENT, name: 'Portraits' })
    if (!first.ok || !second.ok) throw new Error('refused')
    const defaults = (await listPresets({ db })).flatMap(({ name, isDefault }) => (isDefault ? name : []))
    expect(defaults).toEqual(['Portraits'])
    expect(await addPreset(deps(db), SENT)).toMatchObject({ errors: { name: expect.any(String) } })
    expect(await savePreset(deps(db), first.id, { sent: SENT, version: 1 })).toMatchObject({
      reason: 'changed-since',
    })
    const stillDefault = (await listPresets({ db })).flatMap((each) => (each.isDefault ? each.name : []))
    expect(stillDefault).toEqual(['Portraits'])
    for (const [field, value] of [
      ['watermark.text', ''],
      ['watermark.text', '漢'],
      ['watermark.opacity', '400'],
      ['expiresAfterDays', '0'],
      ['pickLimit', 'many'],
      ['name', ''],
    ] as const)
      expect(await change(db, second.id, { [field]: value })).toMatchObject({
        errors: { [field]: expect.any(String) },
      })
  })
})
