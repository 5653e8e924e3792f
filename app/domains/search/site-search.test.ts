import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDraft, readEditedPost, saveDraft } from '~/domains/blog/editor/drafts.server'
import { publishPost, removePost, unpublishPost } from '~/domains/blog/editor/publication.server'
import { indexMissingPosts } from '~/domains/blog/post-search.server'
import { loadInitialContent } from '~/domains/content/installation.server'
import { readSettings } from '~/domains/content/operations.server'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { createLogger } from '~/platform/logging.server'
import { searchWords } from '~/platform/search-words'
import { folderStorage } from '~/platform/storage/folder-storage.server'
import { describeOnBothEngines, type FreshDatabase } from '../../../test/support/database'
import {
  makeGallery,
  makeGalleryItem,
  makePhoto,
  makePost,
  makeProduct,
} from '../../../test/support/factories'
import { quickImaging } from '../../../test/support/quick-imaging'
import { excerptOf } from './site-hits'
import { searchSite } from './site-search.server'

const content = join(import.meta.dirname, '../../../content')
const clock = fixedClock('2026-11-20T15:00:00Z')
const author = { uid: 'u1', name: 'Dorian Ellis' }

/** An installation with neutral texts for every page and nothing else, or with the demo content. */
async function installed({ db, where }: FreshDatabase, demo = false): Promise<Db> {
  await loadInitialContent(
    {
      ...{ db, clock, log: createLogger('silent'), imaging: quickImaging },
      storage: folderStorage(join(where.dataDir, 'files')),
      config: { demo, siteUrl: 'https://studio.example.com', secret: 'a secret of tests' },
    },
    content,
  )
  return db
}

const found = async (db: Db, typed: string) =>
  (await searchSite({ db, clock }, typed)).groups.flatMap(({ hits }) =>
    hits.map(({ kind, slug }) => `${kind} ${slug}`),
  )

describeOnBothEngines('the site’s search', (open) => {
  test('finds the demo content in the same order on both engines', async () => {
    const db = await installed(await open(), true)
    const words = [
      'wedding',
      'Grandmother’s',
      'rain light',
      'print',
      'print frame',
      'deposit',
      'ceremony vow',
    ]
    const answers: Record<string, string[]> = {}
    for (const each of words) answers[each] = await found(db, each)
    expect(answers).toMatchInlineSnapshot(`
      {
        "Grandmother’s": [
          "post grandmothers-first",
          "story zuri-turns-one",
        ],
        "ceremony vow": [
          "service weddings",
        ],
        "deposit": [
          "page pricing",
          "page book-session",
          "page terms",
        ],
        "print": [
          "gallery prints",
          "story zuri-turns-one",
          "post why-your-print-looks-warmer-than-your-phone",
          "post wear-the-thing-you-always-wear",
          "post grandmothers-first",
          "post eight-photographs-of-one-jar",
          "product fiber-print",
          "product instant-prints",
          "product gallery-wall",
          "product proof-book",
          "product canvas",
          "product oak-frame",
          "product skyline-print",
          "product shore-print",
          "product wedding-invitations",
          "product gift-session",
          "service weddings",
          "service prom-graduation",
          "page home",
          "page gallery",
          "page about",
          "page portfolio",
          "page pricing",
          "page portrait",
          "page blog",
          "page mikhenzo-products",
          "page terms",
        ],
        "print frame": [
          "gallery prints",
          "post wear-the-thing-you-always-wear",
          "post why-your-print-looks-warmer-than-your-phone",
          "post grandmothers-first",
          "product fiber-print",
          "product instant-prints",
          "product gallery-wall",
          "product proof-book",
          "product canvas",
          "product oak-frame",
          "product skyline-print",
          "product gift-any-amount",
          "page home",
          "page gallery",
          "page portfolio",
          "page pricing",
          "page portrait",
          "page mikhenzo-products",
          "page terms",
        ],
        "rain light": [
          "gallery places",
          "story jars-bottles-light",
          "story an-evening-in-may",
          "post what-rain-does-to-a-city-portrait",
          "post a-small-list-for-the-morning-of-your-wedding",
          "page portfolio",
          "page pricing",
          "page portrait",
          "page blog",
          "page terms",
        ],
        "wedding": [
          "service weddings",
          "gallery weddings",
          "story whitfield-and-cole",
          "story an-evening-in-may",
          "story the-shore-before-breakfast",
          "post a-small-list-for-the-morning-of-your-wedding",
          "product proof-book",
          "page home",
          "page gallery",
          "page services",
          "page about",
          "page portfolio",
          "page pricing",
          "page blog",
          "page book-session",
          "page terms",
        ],
      }
    `)
  })

  test('shows a picture with each hit that has one, without its blurred preview', async () => {
    const db = await installed(await open(), true)
    const hits = (await searchSite({ db, clock }, 'wedding')).groups.flatMap((group) => group.hits)
    const pictured = new Set(hits.flatMap(({ kind, photo }) => (photo ? [kind] : [])))
    expect([...pictured].toSorted()).toEqual(['gallery', 'post', 'product', 'service', 'story'])
    expect(hits.filter(({ kind, photo }) => kind !== 'page' && photo === null)).toEqual([])
    expect(hits.filter(({ photo }) => photo?.placeholder)).toEqual([])
  })

  test('begins with what has the words in its title, and lists pages that only mention them last', async () => {
    const db = await installed(await open(), true)
    const groups = async (typed: string) =>
      (await searchSite({ db, clock }, typed)).groups.map(({ name }) => name)
    expect((await groups('wedding')).slice(0, 2)).toEqual(['services', 'galleries'])
    expect((await groups('wedding')).at(-1)).toBe('pages')
    expect((await groups('pricing'))[0]).toBe('pages')
    expect((await groups('skyline')).indexOf('products')).toBe(0)
  })

  test('lists hits in titles first, then the newest, then by slug', async () => {
    const db = await installed(await open())
    const day = (number: number) => clock.now() - number * 86_400_000
    await makePost(db, { slug: 'old-title', title: 'Zephyr', published_at: day(9) })
    await makePost(db, { slug: 'new-text', body: 'A zephyr.', published_at: day(1) })
    await makePost(db, { slug: 'b-text', excerpt: 'Zephyrs blow.', published_at: day(2) })
    await makePost(db, { slug: 'a-text', body: '## Zéphyr\n\nOne.', published_at: day(2) })
    await makePost(db, { slug: 'other', body: 'Xzephyr, zep.', published_at: day(1) })
    await indexMissingPosts({ db })
    const order = ['post old-title', 'post new-text', 'post a-text', 'post b-text']
    expect(await found(db, 'zephyr')).toEqual(order)
    expect(await found(db, 'ZÉPHYR')).toEqual(order)
    expect(await found(db, 'zephyr one')).toEqual(['post a-text'])
    expect(await found(db, 'zephyr nothing')).toEqual([])
  })

  test('never finds what visitors can’t open', async () => {
    const db = await installed(await open())
    const state = fc.record({
      published: fc.constantFrom(null, clock.now() - 1, clock.now(), clock.now() + 1),
      kind: fc.constantFrom('post', 'unlisted', 'public', 'portfolio', 'client', 'product'),
    })
    const pages = fc.record({ blog: fc.boolean(), products: fc.boolean(), portfolio: fc.boolean() })
    const isShown = ({ kind, published }: { kind: string; published: number | null }, on: PagesOn) => {
      if (published === null || kind === 'client' || kind === 'unlisted') return false
      if (kind === 'post') return on.blog && published <= clock.now()
      return kind === 'public' || (kind === 'product' ? on.products : on.portfolio)
    }
    let round = 0
    await fc.assert(
      fc.asyncProperty(fc.array(state, { minLength: 1, maxLength: 6 }), pages, async (states, on) => {
        round += 1
        const word = `secret${round}x`
        const expected: string[] = []
        for (const [at, each] of states.entries()) {
          const slug = `${word}-${at}`
          const given = { slug, title: `${word} ${at}`, published_at: each.published }
          if (each.kind === 'post' || each.kind === 'unlisted')
            await makePost(db, { ...given, visibility: each.kind === 'post' ? 'public' : 'unlisted' })
          else if (each.kind === 'product') await makeProduct(db, given)
          else {
            const kind = each.kind as 'public' | 'portfolio' | 'client'
            const gallery = await makeGallery(db, { ...given, kind })
            const photo = await makePhoto(db, { published_at: clock.now() })
            await makeGalleryItem(db, { gallery_id: gallery.id, photo_id: photo.id })
          }
          const shown = { public: 'gallery', portfolio: 'story' }[each.kind as 'public'] ?? each.kind
          if (isShown(each, on)) expected.push(`${shown} ${slug}`)
        }
        await indexMissingPosts({ db })
        await switchPages(db, on)
        expect((await found(db, word)).toSorted()).toEqual(expected.toSorted())
      }),
      { numRuns: 12 },
    )
  })

  test('never finds a page that is off', async () => {
    const db = await installed(await open())
    const titles = { blog: 'Blog', products: 'Products', portfolio: 'Portfolio' }
    for (const title of Object.values(titles)) expect(await found(db, title)).not.toEqual([])
    await switchPages(db, { blog: false, products: false, portfolio: false })
    const off = ['page blog', 'page mikhenzo-products', 'page portfolio']
    for (const title of Object.values(titles))
      expect((await found(db, title)).filter((each) => off.includes(each))).toEqual([])
  })

  test('follows a post as it is published, changed, taken off the site and deleted', async () => {
    const db = await installed(await open())
    const deps = { db, clock, author }
    const id = await addDraft(deps)
    const version = async () => (await readEditedPost({ db, clock }, id))?.version ?? ''
    const send = async (title: string, markdown: string) => ({
      fields: {
        ...{ title, excerpt: 'An excerpt.', author: 'Dorian', cover: '', tags: 'Harbors' },
        ...{ slug: 'the-harbor', date: '', time: '' },
      },
      ...{ document: '', markdown, version: await version(), isSeparate: false },
    })
    await saveDraft(deps, id, await send('Quiet harbor', 'Gulls.'))
    expect(await found(db, 'harbor')).toEqual([])
    expect(await publishPost(deps, id, await send('Quiet harbor', 'Gulls.'))).toMatchObject({ ok: true })
    for (const word of ['quiet', 'gulls', 'harbors'])
      expect(await found(db, word)).toEqual(['post the-harbor'])
    await saveDraft(deps, id, await send('Quiet harbor', 'Herons.'))
    expect(await found(db, 'herons')).toEqual([])
    await publishPost(deps, id, await send('Loud harbor', 'Herons.'))
    expect(await found(db, 'herons')).toEqual(['post the-harbor'])
    expect([await found(db, 'quiet'), await found(db, 'gulls')]).toEqual([[], []])
    await unpublishPost(deps, id, await version())
    expect(await found(db, 'herons')).toEqual([])
    await removePost(deps, id, await version())
    expect(await db.selectFrom('search_terms').where('ref_id', '=', id).selectAll().execute()).toEqual([])
  })

  test('answers hostile input plainly', async () => {
    const db = await installed(await open())
    await makePost(db, { title: 'Plain' })
    await indexMissingPosts({ db })
    const hostile = [
      '"',
      "'; drop table posts;--",
      'a* OR b',
      'NEAR(a, b)',
      '\0\0',
      '📷📷',
      '%__%',
      '\ud800x',
    ]
    for (const typed of [...hostile, 'a'.repeat(10_000), 'x '.repeat(5_000), '\u202eplain\0'])
      expect(Array.isArray((await searchSite({ db, clock }, typed)).groups)).toBe(true)
    expect(await found(db, '\u202eplain\0')).toEqual(
      ['post post-1'].map(() => expect.stringContaining('post ')),
    )
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (typed) => {
        await searchSite({ db, clock }, typed)
      }),
      { numRuns: 40 },
    )
  })
})

interface PagesOn {
  blog: boolean
  products: boolean
  portfolio: boolean
}

async function switchPages(db: Db, on: PagesOn): Promise<void> {
  const { pages } = await readSettings({ db })
  const value = JSON.stringify({ ...pages, ...on })
  await db.deleteFrom('settings').where('key', '=', 'pages').execute()
  await db.insertInto('settings').values({ key: 'pages', value, updated_at: clock.now() }).execute()
}

test('an excerpt is a part of the text around the first word, with all words of the search marked', () => {
  const text = fc
    .array(fc.constantFrom('rain', 'Rainy', 'light', 'é', 'a'.repeat(90), '—', 'Bräutigam’s'), {
      maxLength: 60,
    })
    .map((words) => words.join(' '))
  fc.assert(
    fc.property(text, fc.constantFrom('rain', 'brautigams', 'light rain'), (whole, typed) => {
      const words = searchWords(typed)
      const parts = excerptOf(whole, words)
      const shown = parts.join('').replace(/^…|…$/g, '')
      expect(whole).toContain(shown)
      expect(shown.length).toBeLessThanOrEqual(320)
      for (const [at, part] of parts.entries())
        if (at % 2 === 1)
          expect(searchWords(part).some((term) => words.some((word) => term.startsWith(word)))).toBe(true)
    }),
  )
})

test('an excerpt keeps to the text that has the word, and goes on only if that is short', () => {
  const text = [
    'At the pier.',
    'Last year it was fog. This year it was the sun, on the same bench.',
    'Leaving',
  ].join('\n')
  const shown = (typed: string) => excerptOf(text, searchWords(typed)).join('')
  expect(shown('fog')).toBe('Last year it was fog. This year it was the sun, on the same bench.')
  expect(shown('pier')).toBe(
    'At the pier. Last year it was fog. This year it was the sun, on the same bench.',
  )
  expect(shown('leaving')).toBe('Leaving')
  expect(shown('nothing')).toBe(
    'At the pier. Last year it was fog. This year it was the sun, on the same bench. Leaving',
  )
})
