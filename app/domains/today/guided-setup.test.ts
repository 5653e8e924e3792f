import { expect, test } from 'vitest'
import { loadInitialContent } from '~/domains/content/installation.server'
import { readPage, readTerms } from '~/domains/content/operations.server'
import { listPageVersions } from '~/domains/content/page-versions.server'
import { readPageText, savePage, savePageDraft } from '~/domains/content/pages.server'
import { listSavedGroups, readSettingsGroup, saveSettingsGroup } from '~/domains/content/settings.server'
import { currentTermsVersion } from '~/domains/content/terms.server'
import { removeDemo } from '~/domains/demo/operations.server'
import { fixedClock } from '~/platform/clock'
import { createLogger } from '~/platform/logging.server'
import { folderStorage } from '~/platform/storage/folder-storage.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { quickImaging } from '../../../test/support/quick-imaging'
import { addFirstServices, publishFirstTerms, readFirstPhotos, saveFirstPhotos } from './guided-setup.server'
import { readSetupSteps } from './setup.server'

const folder = new URL('../../../content', import.meta.url).pathname

describeOnBothEngines('the guided setup beside the demo content', (open) => {
  test('adds services and terms that don’t depend on the demo', async () => {
    const { db, where } = await open()
    const deps = {
      ...{
        db,
        clock: fixedClock('2026-11-20T15:00:00Z'),
        log: createLogger('silent'),
        imaging: quickImaging,
      },
      ...{ author: { uid: 'u1', name: 'Ada Loom' }, storage: folderStorage(where.dataDir) },
      config: { demo: true, siteUrl: 'https://studio.example.com', secret: 'a secret of tests' },
    }
    await loadInitialContent(deps, folder)
    const posted = { 'portrait.offered': 'yes', 'portrait.price': '250', 'portrait.deposit': '60' }
    expect(await addFirstServices(deps, posted)).toEqual({ ok: true, changed: 1 })
    expect(await addFirstServices(deps, posted)).toEqual({ ok: true, changed: 0 })
    const config = { siteUrl: 'http://localhost:3000', smtpUrl: undefined, secret: 's'.repeat(32) }
    const steps = (await readSetupSteps({ db, config })).filter(({ isDone }) => isDone)
    expect(steps.map(({ step }) => step)).toEqual(['services'])
    const { values, version } = await readSettingsGroup({ db }, 'booking')
    expect(await publishFirstTerms(deps, { sent: values, version })).toMatchObject({ ok: true })
    // The demo's terms are older than this studio.
    expect((await readTerms({ db })).effective.date).toBe('2026-11-20')
    expect((await currentTermsVersion({ db })).effectiveOn).toBe('2026-11-20')
    const booking = (await readTerms({ db })).sections.find(({ id }) => id === 'booking')
    expect(booking?.html.match(/<li>/g)).toHaveLength(1)
    expect(booking?.html).toContain('$60')

    const photos = await readFirstPhotos({ db })
    const gallery = { title: '', choices: [] }
    const sent = { ...photos.values, about: 'ceremony-aisle-with-petals' }
    expect(
      await saveFirstPhotos(deps, { sent: { ...sent, portrait: 'gone' }, ...photos, gallery }),
    ).toMatchObject({
      errors: { portrait: expect.any(String) },
    })
    const late = { sent, versions: { ...photos.versions, about: '7.1' }, gallery }
    expect(await saveFirstPhotos(deps, late)).toMatchObject({ ok: false, reason: 'changed-since' })
    expect((await readFirstPhotos({ db })).values).toEqual(photos.values)
    const draft = await readPageText({ db }, 'about')
    await savePageDraft(deps, { page: 'about', sent: { ...draft.values, title: 'Half' }, version: null })
    const { versions } = await readFirstPhotos({ db })
    expect(await saveFirstPhotos(deps, { sent, versions, gallery })).toEqual({ ok: true, changed: 1 })
    const chosen = await readPage({ db }, 'about')
    expect(chosen.body.portrait.photo).toBe('ceremony-aisle-with-petals')
    expect(chosen.title).not.toContain('Half')
    const kept = await listPageVersions({ db }, 'about')
    expect(kept.versions.map(({ published }) => published !== null)).toEqual([true, false, true])

    // The owner also chooses a photo that isn't asked for, and words that make a page theirs.
    const home = await readPageText({ db }, 'home')
    const strip = { ...home.values, 'body.strip.1': 'morning-coffee-with-steam' }
    expect(await savePage(deps, { page: 'home', sent: strip, version: home.version })).toMatchObject({
      ok: true,
    })
    const portrait = await readPageText({ db }, 'portrait')
    const own = { ...portrait.values, 'body.title': 'Sit *down*', 'body.photo': 'morning-coffee-with-steam' }
    expect(await savePage(deps, { page: 'portrait', sent: own, version: portrait.version })).toMatchObject({
      ok: true,
    })

    const early = await readSettingsGroup({ db }, 'policies')
    await removeDemo(deps)
    // A form that was opened before would bring the demo's values back.
    const lateForm = { group: 'policies' as const, sent: early.values, version: early.version }
    expect(await saveSettingsGroup(deps, lateForm)).toEqual({ ok: false, reason: 'changed-since' })
    const now = await readSettingsGroup({ db }, 'policies')
    expect(await saveSettingsGroup(deps, { ...lateForm, sent: now.values, version: now.version })).toEqual({
      ok: true,
      changed: 0,
    })
    expect(await listSavedGroups({ db })).not.toContain('policies')
    const slugs = async (table: 'services' | 'session_types' | 'places') =>
      (await db.selectFrom(table).select('slug').execute()).map(({ slug }) => slug)
    expect(await slugs('services')).toEqual(['portraits-2'])
    expect(await slugs('session_types')).toEqual(['portrait-session'])
    expect(await slugs('places')).toEqual(['studio'])
    // A page whose photo was chosen, and no word changed, isn't the demo studio's anymore.
    const about = await readPage({ db }, 'about')
    expect(about.body).toMatchObject({
      ...{ title: 'About *us*', facts: [], photos: [] },
      portrait: { photo: 'ceremony-aisle-with-petals', caption: 'DE Photography' },
    })
    expect(about.photos['ceremony-aisle-with-petals']).toBeDefined()
    const { body } = await readPage({ db }, 'home')
    expect(body.strip).toEqual(['not-chosen', 'morning-coffee-with-steam', 'not-chosen'])
    expect(body.title).toContain('Welcome')
    expect((await readPage({ db }, 'portrait')).body).toMatchObject({
      ...{ title: 'Sit *down*', photo: 'morning-coffee-with-steam' },
    })
    expect((await readTerms({ db })).sections.find(({ id }) => id === 'booking')).toEqual(booking)
  })
})
