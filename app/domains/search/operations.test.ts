import { expect, test } from 'vitest'
import { insertContactMessage } from '~/domains/contact-messages/store.server'
import { gallerySearchTexts } from '~/domains/galleries/model'
import { queueMail } from '~/domains/outbox/operations.server'
import { noteContact } from '~/domains/people/operations.server'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { indexTerms } from '~/platform/db/search-terms.server'
import { newId } from '~/platform/ids.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { makeGallery, makePost, makeProduct } from '../../../test/support/factories'
import { bodySaying } from '../../../test/support/outbox'
import { findAnything } from './operations.server'

const clock = fixedClock('2026-11-20T15:00:00Z')
const DAY = 86_400_000

/** Results as lines of `kind: label (detail)`. */
async function find(db: Db, words: string, role: 'owner' | 'assistant' = 'owner', limit = 5) {
  const { groups } = await findAnything({ db, clock }, { words, role, limit })
  return groups.flatMap(({ kind, hits }) => hits.map(({ label }) => `${kind}: ${label}`))
}

describeOnBothEngines('search', (open, _engine) => {
  test('finds products by title, and galleries and posts in any state', async () => {
    const { db } = await open()
    await makePost(db, { title: 'What rain does to a city portrait' })
    await makePost(db, { title: 'Rain tomorrow', published_at: clock.now() + DAY })
    await makePost(db, { title: 'Rain never', published_at: null })
    for (const gallery of [
      await makeGallery(db, { title: 'Rainy weddings' }),
      await makeGallery(db, { title: 'City rain', kind: 'portfolio', published_at: null }),
    ])
      await indexTerms(db, 'gallery', gallery.id, gallerySearchTexts(gallery))
    await makeProduct(db, { title: 'Rain print' })
    expect(await find(db, 'RAIN')).toEqual([
      'galleries: City rain',
      'galleries: Rainy weddings',
      'posts: Rain never',
      'posts: Rain tomorrow',
      'posts: What rain does to a city portrait',
      'products: Rain print',
    ])
    expect(await find(db, 'city rain')).toEqual([
      'galleries: City rain',
      'posts: What rain does to a city portrait',
    ])
  })

  test('finds messages and emails by sender or recipient', async () => {
    const { db } = await open()
    const contactMessage = {
      name: 'Renée Cole',
      email: 'cole@example.com',
      phone: '',
      subject: '',
      message: 'Hi.',
    }
    await insertContactMessage(db, { ...contactMessage, id: newId(), receivedAt: clock.now() })
    const to = { name: 'Ann Lee', email: 'ann@example.com' }
    const config = { siteUrl: 'https://photos.example.com', mailFrom: undefined }
    await queueMail({ db, clock, config }, { kind: 'test', to, subject: 'Hello', body: bodySaying('Hello') })
    expect(await find(db, 'ann@example.com')).toEqual(['mail: Hello'])
    expect(await find(db, 'renee')).toEqual(['messages: Renée Cole'])
    expect(await find(db, 'cole ren', 'assistant')).toEqual(['messages: Renée Cole'])
  })

  test('D5: finds clients and settings for the owner only', async () => {
    const { db } = await open()
    await noteContact({ db, clock }, { email: 'maria@example.com', name: 'María Taxco' })
    expect(await find(db, 'maria tax')).toEqual(['people: María Taxco'])
    expect(await find(db, 'maria@example.com')).toEqual(['people: María Taxco'])
    expect(await find(db, 'maria', 'assistant')).toEqual([])
    expect(await find(db, 'tax')).toEqual(['people: María Taxco', 'settings: Taxes'])
    expect(await find(db, 'tax', 'assistant')).toEqual([])
  })

  test('limits each kind, and says when there are more', async () => {
    const { db } = await open()
    for (let n = 0; n < 3; n++) await makePost(db, { title: `Rain ${n}` })
    const read = (limit: number) => findAnything({ db, clock }, { words: 'rain', role: 'owner', limit })
    expect((await read(2)).groups).toMatchObject([{ kind: 'posts', hits: [{}, {}], more: true }])
    expect((await read(3)).groups).toMatchObject([{ kind: 'posts', more: false }])
  })

  test.each([
    ['nothing', '', ''],
    ['control characters', '\u0000\u0001\u202e', ''],
    ['one character', '%', ''],
    ['wildcards', '%_%', '%_%'],
    ['a quotation', `'"; drop table posts; --`, `'"; drop table posts; --`],
    ['half a character', '\ud800\udc00\ud800', '\ud800\udc00'],
    ['a megabyte', 'x'.repeat(1_000_000), 'x'.repeat(100)],
    ['fifty words', 'ж '.repeat(500), 'ж '.repeat(50).trim()],
    ['other scripts', '١٢٣ Ωmega ﬁ', '١٢٣ Ωmega ﬁ'],
  ])('finds nothing for %s, without an error', async (_, typed, words) => {
    const { db } = await open()
    await makePost(db, { title: 'A post' })
    const found = await findAnything({ db, clock }, { words: typed, role: 'owner', limit: 5 })
    expect(found).toEqual({ words, groups: [] })
  })
})
