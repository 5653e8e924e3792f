import { expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { readContentVersion } from '~/platform/http/page-cache.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { makePhoto } from '../../../test/support/factories'
import { putTestSettings, testBusiness, testSettings } from '../../../test/support/settings'
import { businessListing } from './listing'
import { readSettings, readShell } from './operations.server'
import { SETTINGS_GROUPS, type SettingsGroup } from './settings/fields'
import { senderOf } from './settings/sender'
import { readGroup, valuesOf } from './settings/settings-form'
import { readSettingsGroup, saveSettingsGroup } from './settings.server'

const clock = fixedClock('2026-11-20T15:00:00Z')
const author = { uid: 'u1', name: 'Dorian Ellis' }

async function save(db: Db, group: SettingsGroup, change: Record<string, string>) {
  const { values, version } = await readSettingsGroup({ db }, group)
  return await saveSettingsGroup({ db, clock, author }, { group, sent: { ...values, ...change }, version })
}

test.each(Object.keys(SETTINGS_GROUPS) as SettingsGroup[])('the form of %s round-trips', (group) => {
  const value = testSettings[group]
  expect(readGroup(group, valuesOf(group, value))).toEqual({ ok: true, value })
})

test('links can be cleared, and a video and another site are complete or absent', () => {
  const values = valuesOf('links', testSettings.links)
  const names = Object.keys(values)
  const none = { instagram: null, youtube: null, video: null, otherSite: null }
  const empty = Object.fromEntries(names.map((name) => [name, ' ']))
  expect(readGroup('links', empty)).toEqual({ ok: true, value: none })
  expect(Object.values(valuesOf('links', none))).toEqual(names.map(() => ''))
  for (const part of [
    names.filter((name) => name.startsWith('video.')),
    ['otherSite.url', 'otherSite.label'],
  ])
    for (let some = 1; some < 2 ** part.length - 1; some += 1) {
      const missing = part.filter((_, at) => some & (1 << at))
      const read = readGroup('links', { ...values, ...Object.fromEntries(missing.map((name) => [name, ''])) })
      expect(read.ok ? [] : Object.keys(read.errors)).toEqual(missing)
      for (const sentence of Object.values(read.ok ? {} : read.errors))
        expect(sentence).toMatch(/^Fill this in, or clear /)
    }
})

describeOnBothEngines('the settings', (open) => {
  test('D3: a saved change is published, and the log has the previous value', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const before = await readContentVersion(db)
    expect(await save(db, 'studio', { phone: '(973) 555-0100' })).toEqual({ ok: true, changed: 1 })
    expect((await readSettings({ db })).studio.phone).toBe('(973) 555-0100')
    expect(await readContentVersion(db)).not.toEqual(before)
    const audit = await db.selectFrom('audit').selectAll().execute()
    expect(audit).toMatchObject([
      { author_name: 'Dorian Ellis', subject: 'Business details', at: clock.now() },
    ])
    expect(JSON.parse(audit[0]?.changes ?? '')).toEqual([
      { field: 'Phone', from: '(973) 555-0142', to: '(973) 555-0100' },
    ])
  })

  test('refuse invalid fields with a sentence each, and change nothing', async () => {
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
      [
        'sender',
        { name: 'A\r\nBcc: eve@example.com', email: 'ann', replyTo: 'a@b.c\nX: y' },
        ['name', 'email', 'replyTo'],
      ],
      ['sender', { name: 'A\u202eB' }, ['name']],
      ['analytics', { enabled: 'yes' }, ['script', 'siteId']],
      [
        'analytics',
        { script: 'http://stats.example.com/s.js', attribute: 'onload' },
        ['script', 'attribute'],
      ],
      ['analytics', { siteId: '"><script>', collectsAt: 'javascript:1' }, ['siteId', 'collectsAt']],
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
      for (const sentence of Object.values(errors)) expect(sentence).toMatch(/^[A-Z“].*\.”?$/)
    }
    expect(await readSettings({ db })).toEqual(testBusiness)
    expect(await db.selectFrom('audit').select('id').execute()).toEqual([])
  })

  test('refuse the second of two simultaneous saves of a group', async () => {
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
    expect(saved).toContainEqual({ ok: false, reason: 'changed-since' })
  })

  test('of an older installation have analytics off and the business as sender', async () => {
    const { db } = await open()
    const { sender, analytics, brand, ...old } = testSettings
    await putTestSettings(db, old as typeof testSettings)
    expect(await readSettings({ db })).toMatchObject({ sender, analytics, brand })
    expect(analytics.enabled).toBe(false)
    expect(senderOf(testSettings)).toMatchObject({
      from: { name: 'DE Photography', email: 'hello@example.com' },
    })
  })

  test('allow a sender other than the business, field by field', async () => {
    const { db } = await open()
    await putTestSettings(db)
    expect(
      await save(db, 'sender', { email: 'post@example.com', replyTo: 'desk@example.com' }),
    ).toMatchObject({ ok: true })
    expect(senderOf(await readSettings({ db }))).toEqual({
      from: { name: 'DE Photography', email: 'post@example.com' },
      replyTo: { name: 'DE Photography', email: 'desk@example.com' },
      business: { name: 'DE Photography', email: 'hello@example.com' },
    })
  })

  test('allow clearing every link and setting one again', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const { names } = await readSettingsGroup({ db }, 'links')
    const empty = Object.fromEntries(names.map((name) => [name, '']))
    expect(await save(db, 'links', empty)).toEqual({ ok: true, changed: names.length })
    expect((await readShell({ db, clock })).shell.links).toEqual({
      ...{ instagram: null, youtube: null, video: null, otherSite: null },
      videoPhoto: null,
    })
    expect(businessListing(await readSettings({ db }), 'https://site.example')).not.toHaveProperty('sameAs')
    expect(await save(db, 'links', { youtube: 'https://youtube.example.com/' })).toEqual({
      ok: true,
      changed: 1,
    })
    expect(businessListing(await readSettings({ db }), 'https://site.example')).toMatchObject({
      sameAs: ['https://youtube.example.com/'],
    })
  })

  test('allow ending the promotion and changing its photo', async () => {
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
