import { expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import { readContentVersion } from '~/platform/db/content-version.server'
import type { Db } from '~/platform/db/database.server'
import { CHOOSE_OPTION } from '~/platform/http/notices'
import { money } from '~/platform/money'
import { describeOnBothEngines } from '../../../test/support/database'
import { makePhoto, makeService } from '../../../test/support/factories'
import { putTestSettings, testBusiness, testSettings } from '../../../test/support/settings'
import { businessListing } from './listing'
import { readSettings, readShell } from './operations.server'
import { SETTINGS_GROUPS, type SettingsGroup } from './settings/fields'
import { senderOf } from './settings/sender'
import { readGroup, valuesOf } from './settings/settings-form'
import { readSettingsGroup, saveSettingsGroup } from './settings.server'
import { socialLinks } from './ui/site-links'

const clock = fixedClock('2026-11-20T15:00:00Z')
const author = { uid: 'u1', name: 'Dorian Ellis' }

const NO_LINKS = {
  ...{ instagram: null, youtube: null, facebook: null, tiktok: null, pinterest: null, linkedin: null },
  ...{ google: null, video: null, otherSite: null },
}

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
  const none = NO_LINKS
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

  test('change the currency of every price, after saying what becomes of those that there are', async () => {
    const { db } = await open()
    await putTestSettings(db)
    expect(await save(db, 'studio', { currency: 'EUR' })).toEqual({ ok: true, changed: 1 })
    await readSettings({ db })
    expect(money(28_500)).toBe('€285')
    expect(await save(db, 'studio', { currency: 'XXX' })).toMatchObject({
      errors: { currency: CHOOSE_OPTION },
    })

    // A form that was opened before the update has no such fields.
    expect(await save(db, 'studio', { currency: '', accent: '' })).toEqual({ ok: true, changed: 0 })
    const service = await makeService(db)
    await db.updateTable('services').set({ version: 2 }).where('slug', '=', service.slug).execute()
    const refused = await save(db, 'studio', { currency: 'JPY' })
    expect(refused).toMatchObject({ errors: { currency: expect.stringContaining('€285 becomes ¥28,500') } })
    const { values, version } = await readSettingsGroup({ db }, 'studio')
    const sent = { ...values, currency: 'JPY' }
    const other = { group: 'studio' as const, sent, version, confirmed: 'CAD' }
    expect(await saveSettingsGroup({ db, clock, author }, other)).toMatchObject({ reason: 'refused' })
    const confirmed = { ...other, confirmed: 'JPY' }
    expect(await saveSettingsGroup({ db, clock, author }, confirmed)).toEqual({ ok: true, changed: 1 })
    await putTestSettings(db)
    await readSettings({ db })
    expect(money(28_500)).toBe('$285')
  })

  test('that an update added have their defaults, and are saved by the first of two forms', async () => {
    const { db } = await open()
    await putTestSettings(db)
    await db.deleteFrom('settings').where('key', '=', 'pages').execute()
    const { values, version } = await readSettingsGroup({ db }, 'pages')
    expect(values).toMatchObject({ blog: 'yes', video: 'yes' })
    const send = (sent: Record<string, string>) =>
      saveSettingsGroup({ db, clock, author }, { group: 'pages', sent: { ...values, ...sent }, version })
    expect(await send({ blog: '' })).toEqual({ ok: true, changed: 1 })
    expect(await send({ portrait: '' })).toEqual({ ok: false, reason: 'changed-since' })
    expect((await readSettings({ db })).pages).toMatchObject({ blog: false, portrait: true })
    const { navigation, links } = (await readShell({ db, clock })).shell
    expect([navigation.blog, navigation.portfolio]).toEqual([undefined, 'Portfolio'])
    expect(links.video).not.toBe(null)
    expect(await save(db, 'pages', { video: '' })).toEqual({ ok: true, changed: 1 })
    expect((await readShell({ db, clock })).shell.links.video).toBe(null)
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
      ...NO_LINKS,
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
    const { links } = (await readShell({ db, clock })).shell
    expect(socialLinks(links)).toEqual([{ label: 'YouTube', to: 'https://youtube.example.com/' }])
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
