import { expect, test } from 'vitest'
import { recordAction } from '~/domains/audit/operations.server'
import { removeRule } from '~/domains/booking/schedules/operations.server'
import { readNeutralTexts } from '~/domains/content/neutral-texts.server'
import { removeService } from '~/domains/content/services.server'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { describeOnBothEngines } from '../../../test/support/database'
import {
  makeGallery,
  makeGalleryItem,
  makePhoto,
  makeSchedule,
  makeService,
  putSetting,
} from '../../../test/support/factories'
import { putTestSettings, testSettings } from '../../../test/support/settings'
import { SETUP_STEPS } from './model'
import { markSetupStep, readSetup } from './setup.server'

const author = { uid: 'owner', name: 'Rosa Delgado' }
const clock = fixedClock('2026-11-20T15:00:00Z')
const SECRET = 's'.repeat(32)
const local = { siteUrl: 'http://localhost:3000', smtpUrl: undefined, secret: SECRET }
const online = { siteUrl: 'https://studio.example.com', smtpUrl: 'smtp://mail.example.com', secret: SECRET }

describeOnBothEngines('the setup of a new studio', (open) => {
  const done = async (db: Db, config: typeof local | typeof online = local) =>
    (await readSetup({ db, config })).filter(({ isDone }) => isDone).map(({ step }) => step)

  test('checks off what the owner has changed, and nothing else', async () => {
    const { db } = await open()
    await putTestSettings(db)
    await putSetting(db, 'installation', { loadedAt: clock.now() })
    await db
      .insertInto('demo_rows')
      .values({ table_name: 'galleries', row_id: 'demo', fingerprint: '' })
      .execute()
    await makeGallery(db, { id: 'demo', kind: 'client' })
    await makeSchedule(db)
    await db.updateTable('settings').set({ updated_at: clock.now() }).execute()
    expect(await done(db)).toEqual([])
    expect(await done(db, online)).toEqual(['email', 'domain'])

    await db
      .updateTable('settings')
      .set({ updated_at: clock.now() + 1 })
      .where('key', '=', 'hours')
      .execute()
    await db.updateTable('schedules').set({ version: 2 }).execute()
    await makeGallery(db, { kind: 'public' })
    expect(await done(db)).toEqual(['hours'])

    await makeGallery(db, { kind: 'client' })
    expect(await done(db)).toEqual(['hours', 'gallery'])
  })

  test('says that the Gallery page is empty only once there are photos for the website', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const photos = async () => (await readSetup({ db, config: local })).find(({ step }) => step === 'photos')
    const [client, story] = [
      await makeGallery(db, { kind: 'client' }),
      await makeGallery(db, { kind: 'portfolio' }),
    ]
    await makeGalleryItem(db, { gallery_id: client.id, photo_id: (await makePhoto(db)).id })
    expect(await photos()).toEqual({ step: 'photos', isDone: false })
    await makeGalleryItem(db, { gallery_id: story.id, photo_id: (await makePhoto(db)).id })
    expect(await photos()).toEqual({ step: 'photos', isDone: false, isGalleryEmpty: true })
  })

  test('checks off services that were added or deleted, and hours that were removed', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const service = await makeService(db)
    const schedule = await makeSchedule(db)
    const at = { db, clock, author }
    expect(await done(db)).toEqual([])

    expect(await removeRule(at, 'hours', schedule)).toEqual({ ok: true })
    expect(await done(db)).toEqual(['hours'])

    expect(await removeService(at, service.slug, service.version)).toMatchObject({ ok: true })
    expect(await done(db)).toEqual(['services', 'hours'])
  })

  test('lists the demo content while there is some or was, and never on a site that began without', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const demo = async () => (await readSetup({ db, config: local })).filter(({ step }) => step === 'demo')
    expect(await demo()).toEqual([])
    const row = { table_name: 'galleries', row_id: 'demo', fingerprint: '' }
    await db.insertInto('demo_rows').values(row).execute()
    expect(await demo()).toEqual([{ step: 'demo', isDone: false }])
    await db.deleteFrom('demo_rows').execute()
    await recordAction({ db, clock, author }, { action: 'demo-removed', subject: 'Demo content' })
    expect(await demo()).toEqual([{ step: 'demo', isDone: true }])
  })

  test('checks off the name once nothing stands in for it', async () => {
    const { db } = await open()
    const { studio } = (await readNeutralTexts()).settings
    const save = (own: object) => putTestSettings(db, { ...testSettings, studio: { ...studio, ...own } })
    await save({ phone: '(937) 555-0111' })
    expect(await done(db)).not.toContain('name')
    await save({ phone: '(937) 555-0111', email: 'studio@lantern.example' })
    expect(await done(db)).not.toContain('name')
    // An earlier version began with the demo studio's email.
    await save({ name: 'Lantern & Loom', phone: '(937) 555-0111', email: 'hello@example.com' })
    expect(await done(db)).not.toContain('name')
    await save({ name: 'Lantern & Loom', phone: '(937) 555-0111', email: 'studio@lantern.example' })
    expect(await done(db)).toContain('name')
  })

  test('disappears when every step is done or marked', async () => {
    const { db } = await open()
    await putTestSettings(db)
    for (const step of SETUP_STEPS.slice(1)) {
      await markSetupStep({ db, clock }, step)
      await markSetupStep({ db, clock }, step)
    }
    expect(await done(db)).toEqual(SETUP_STEPS.slice(1))
    await markSetupStep({ db, clock }, 'name')
    expect(await readSetup({ db, config: local })).toEqual([])
  })
})
