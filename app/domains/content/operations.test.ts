import { expect, it } from 'vitest'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { makePhoto, makeRendition, makeService } from '../../../test/support/factories'
import { putTestSettings, testBusiness, testSettings } from '../../../test/support/settings'
import type { PageBody, PageSlug } from './model'
import {
  findService,
  listFaqs,
  listServices,
  listTestimonials,
  readBusinessListing,
  readOpeningHours,
  readPage,
  readSettings,
  readShell,
} from './operations.server'
import { insertFaq, insertPage } from './store.server'
import { insertTestimonial } from './testimonials-store.server'

const clock = fixedClock('2026-11-20T15:00:00Z')

const putPage = <S extends PageSlug>(db: Db, slug: S, body: PageBody<S>) =>
  insertPage(db, { slug, title: 'A title', description: 'A description', body }, clock.now())

describeOnBothEngines('content', (open) => {
  it('reads the saved settings (D3)', async () => {
    const { db } = await open()
    await expect(readSettings({ db })).rejects.toThrow('no settings yet')
    await putTestSettings(db)
    expect(await readSettings({ db })).toEqual(testBusiness)
  })

  it('reads the layout data with the promotion’s photo and the video’s image (R26, R27)', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const flyer = await makePhoto(db, { slug: 'flyer' })
    for (const format of ['avif', 'jpg'] as const)
      await makeRendition(db, { photo_id: flyer.id, format, width: 800 })
    const { shell, validUntil } = await readShell({ db, clock })
    expect(shell).toMatchObject({
      year: 2026,
      promo: {
        title: 'Prom & Graduation Special',
        linkLabel: 'Book Now',
        flyer: { slug: 'flyer', widths: [800] },
      },
      links: { videoPhoto: null },
    })
    expect(validUntil).toBe(Date.parse('2027-01-01T05:00:00Z'))
  })

  it('reads a page with its photos', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const photo = await makePhoto(db)
    const next = [{ when: 'Soon', text: 'We write.' }]
    const body = { title: 'Thank *you*', lede: '', photo: photo.slug, caption: 'A caption', next }
    await putPage(db, 'thank-you', body)
    const page = await readPage({ db }, 'thank-you')
    expect(page).toMatchObject({ title: 'A title', description: 'A description', version: 1, body })
    expect(Object.keys(page.photos)).toEqual([photo.slug])
    await expect(readPage({ db }, 'terms')).rejects.toThrow('terms')
  })

  it('works when a page’s photo is deleted', async () => {
    const { db } = await open()
    await putTestSettings(db)
    await putPage(db, 'login', { title: 'Sign in', lede: '', photo: 'gone' })
    expect((await readPage({ db }, 'login')).photos).toEqual({})
  })

  it('lists published services in order, with packages and photos', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const photo = await makePhoto(db)
    const second = await makeService(db, { position: 2, body: 'A *body*.', photo_id: photo.id })
    const first = await makeService(db, { position: 1 })
    const draft = await makeService(db, { published_at: null })
    for (const [position, title] of ['Small', 'Large'].entries())
      await db
        .insertInto('packages')
        .values({
          ...{ id: newId(), service_id: second.id, slug: title.toLowerCase(), title, summary: '', position },
          ...{ price_cents: 100, points: '["One"]', recommended: position, recommendation: '' },
        })
        .execute()
    const services = await listServices({ db })
    expect(services.map(({ slug }) => slug)).toEqual([first.slug, second.slug])
    expect(services[1]).toMatchObject({
      html: '<p>A <em>body</em>.</p>',
      points: ['One point'],
      photo: { slug: photo.slug },
      thumbnail: null,
      packages: [
        { title: 'Small', recommended: false, points: ['One'] },
        { title: 'Large', recommended: true },
      ],
    })
    expect(await findService({ db }, second.slug)).toEqual(services[1])
    expect(await findService({ db }, draft.slug)).toBeUndefined()
    expect(await findService({ db }, 'nothing')).toBeUndefined()
  })

  it('lists the questions of a topic', async () => {
    const { db } = await open()
    await putTestSettings(db)
    await insertFaq(db, { topic: 'pricing', question: 'Second?', answer: 'Yes.' }, 2)
    await insertFaq(db, { topic: 'pricing', question: 'First?', answer: 'Yes.' }, 1)
    await insertFaq(db, { topic: 'portrait', question: 'Other?', answer: 'Yes.' }, 3)
    expect((await listFaqs({ db }, 'pricing')).map(({ question }) => question)).toEqual(['First?', 'Second?'])
  })

  it('shows testimonials with permission only', async () => {
    const { db } = await open()
    await insertTestimonial(db, { quote: 'Not yet.', name: 'A', kind: 'Family', permissionOn: null }, 0)
    await insertTestimonial(
      db,
      { quote: 'Lovely.', name: 'B', kind: 'Family', permissionOn: '2026-05-01' },
      1,
    )
    expect(await listTestimonials({ db })).toEqual([{ quote: 'Lovely.', name: 'B', kind: 'Family' }])
  })

  it('reads whether the studio is open now', async () => {
    const { db } = await open()
    await putTestSettings(db)
    expect(await readOpeningHours({ db, clock })).toMatchObject({
      openNow: true,
      summary: 'Tuesday to Saturday, 9 AM to 6 PM (Eastern Time)',
      sentence: 'Open until 6 PM today (Eastern Time).',
    })
  })

  it('lists the business without a home page, too', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const listing = await readBusinessListing({ db, config: { siteUrl: 'https://example.com' } })
    expect(listing).toMatchObject({ url: 'https://example.com/', name: testSettings.studio.name })
  })
})
