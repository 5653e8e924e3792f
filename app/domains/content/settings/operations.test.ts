import { expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { readContentVersion } from '~/platform/http/content-version.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import { makePhoto } from '../../../../test/support/factories'
import { putTestSettings, testSettings } from '../../../../test/support/settings'
import { readSettings } from '../operations.server'
import type { SettingsGroup } from './fields'
import { readSettingsGroup, saveSettingsGroup } from './operations.server'
import { readGroup, valuesOf } from './settings-form'

const clock = fixedClock('2026-11-20T15:00:00Z')
const author = { uid: 'u1', name: 'Dorian Ellis' }

async function save(db: Db, group: SettingsGroup, change: Record<string, string>) {
  const { values, version } = await readSettingsGroup({ db }, group)
  return await saveSettingsGroup({ db, clock, author }, { group, sent: { ...values, ...change }, version })
}

test.each(Object.keys(testSettings) as SettingsGroup[])(
  'the form of %s gives back what it shows',
  (group) => {
    const value = testSettings[group]
    expect(readGroup(group, valuesOf(group, value))).toEqual({ ok: true, value })
  },
)

describeOnBothEngines('the settings', (open) => {
  test('D3: a saved change is published, and the audit says what it was before', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const before = await readContentVersion(db)
    expect(await save(db, 'studio', { phone: '(973) 555-0100' })).toEqual({ ok: true, changed: 1 })
    expect((await readSettings({ db })).studio.phone).toBe('(973) 555-0100')
    expect(await readContentVersion(db)).not.toEqual(before)
    const audit = await db.selectFrom('audit').selectAll().execute()
    expect(audit).toMatchObject([{ author_name: 'Dorian Ellis', subject: 'Business', at: clock.now() }])
    expect(JSON.parse(audit[0]?.changes ?? '')).toEqual([
      { field: 'Telephone', from: '(973) 555-0142', to: '(973) 555-0100' },
    ])
  })

  test('refuse what is wrong, each field with a sentence, and change nothing', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const cases: [SettingsGroup, Record<string, string>, string[]][] = [
      ['studio', { name: ' ', email: 'ann@', timeZone: 'Mars/Olympus' }, ['name', 'email', 'timeZone']],
      ['studio', { name: 'A\u202eB', foundingYear: 'long ago' }, ['name', 'foundingYear']],
      ['hours', { 'opens.2': '', 'closes.3': '25:00' }, ['opens.2', 'closes.3']],
      [
        'links',
        { instagram: 'javascript:alert(1)', 'video.photo': 'no-such-photo' },
        ['instagram', 'video.photo'],
      ],
      ['promo', { from: '2026-12-02', until: '2026-12-01', flyer: 'photo-x' }, ['until', 'flyer']],
      ['promo', { link: 'javascript:alert(1)' }, ['link']],
      ['promo', { link: '//example.com' }, ['link']],
      ['policies', { taxRate: '101' }, ['taxRate']],
    ]
    for (const [group, change, fields] of cases) {
      const saved = await save(db, group, change)
      expect(saved).toMatchObject({ ok: false, reason: 'refused' })
      const errors = 'errors' in saved ? saved.errors : {}
      expect(
        Object.keys(errors)
          .filter((name) => fields.includes(name))
          .toSorted(),
      ).toEqual(fields.toSorted())
      for (const sentence of Object.values(errors)) expect(sentence).toMatch(/^[A-Z“].*\.$/)
    }
    expect(await readSettings({ db })).toEqual(testSettings)
    expect(await db.selectFrom('audit').select('id').execute()).toEqual([])
  })

  test('of two who save the same group at once, one is told that the other did', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const { values, version } = await readSettingsGroup({ db }, 'newsletter')
    const saved = await Promise.all(
      ['One', 'Two'].map((heading) =>
        saveSettingsGroup(
          { db, clock, author },
          { group: 'newsletter', sent: { ...values, heading }, version },
        ),
      ),
    )
    expect(saved.filter(({ ok }) => ok)).toHaveLength(1)
    expect(saved).toContainEqual({ ok: false, reason: 'changed-meanwhile' })
  })

  test('let the promotion be ended and its flyer be another photograph', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const { slug } = await makePhoto(db)
    expect(await save(db, 'promo', { enabled: '', flyer: slug, until: '2026-12-24' })).toMatchObject({
      ok: true,
    })
    expect((await readSettings({ db })).promo).toMatchObject({
      enabled: false,
      flyer: slug,
      until: '2026-12-24',
    })
  })
})
