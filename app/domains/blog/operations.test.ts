import fc from 'fast-check'
import { expect, it } from 'vitest'
import { recordRelease } from '~/domains/galleries/releases/operations.server'
import { fixedClock } from '~/platform/clock'
import { describeOnBothEngines } from '../../../test/support/database'
import { makeGallery, makeGalleryItem, makePhoto, makePost } from '../../../test/support/factories'
import { putTestSettings } from '../../../test/support/settings'
import { readEditedPost, saveDraft } from './editor/drafts.server'
import { listPostVersions, listStudioPosts, readPostVersion } from './editor/lists.server'
import { publishPost } from './editor/publication.server'
import {
  addPost,
  findLastPost,
  listPostPage,
  listPosts,
  makeDocuments,
  readFeed,
  readPost,
} from './operations.server'
import { usedInPosts, usesInPosts } from './photo-uses.server'
import { searchPosts } from './post-search.server'

const at = (text: string) => Date.parse(text)

describeOnBothEngines('the blog (R8, R9)', (open) => {
  it('lists published posts, newest first, dated in the studio’s zone', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const cover = await makePhoto(db)
    // Still November 12 in East Orange.
    const published_at = at('2026-11-13T04:30:00Z')
    await makePost(db, {
      slug: 'newer',
      published_at,
      updated_at: published_at + 1,
      cover_photo_id: cover.id,
    })
    await makePost(db, {
      slug: 'older',
      published_at: at('2026-10-01T12:00:00Z'),
      body: 'word '.repeat(1_000),
    })
    await makePost(db, { slug: 'draft', published_at: null })
    const { posts, validUntil } = await listPosts({ db, clock: fixedClock('2026-11-20T12:00:00Z') })
    expect(posts).toMatchObject([
      {
        slug: 'newer',
        date: 'November 12, 2026',
        publishedAt: '2026-11-13T04:30:00.000Z',
        updatedAt: '2026-11-13T04:30:00.001Z',
        minutes: 1,
        cover: { slug: cover.slug },
      },
      { slug: 'older', minutes: 4, cover: null },
    ])
    expect(posts).toHaveLength(2)
    expect(validUntil).toBe(Number.POSITIVE_INFINITY)
  })

  it('shows a scheduled post from its time on, and is valid until then', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const appears = at('2026-11-21T14:00:00Z')
    await makePost(db, { slug: 'out', published_at: appears - 1_000_000 })
    await makePost(db, { slug: 'scheduled', published_at: appears })
    await makePost(db, { slug: 'later', published_at: appears + 1_000_000 })
    const clock = fixedClock(appears - 1)
    expect((await listPosts({ db, clock })).validUntil).toBe(appears)
    expect(await readPost({ db, clock }, 'scheduled')).toBeUndefined()
    expect(await readPost({ db, clock }, 'out')).toMatchObject({ newer: null, validUntil: appears })
    expect((await readFeed({ db, clock })).posts.map(({ slug }) => slug)).toEqual(['out'])
    clock.set(appears)
    expect((await listPosts({ db, clock })).posts.map(({ slug }) => slug)).toEqual(['scheduled', 'out'])
    expect(await readPost({ db, clock }, 'scheduled')).toMatchObject({
      older: { slug: 'out' },
      newer: null,
      validUntil: appears + 1_000_000,
    })
    expect(await readPost({ db, clock }, 'out')).toMatchObject({ newer: { slug: 'scheduled' }, older: null })
  })

  it('shows an unlisted post at its address, and nowhere else', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const clock = fixedClock('2026-11-20T12:00:00Z')
    const published_at = at('2026-11-13T04:30:00Z')
    await makePost(db, { slug: 'listed', title: 'Listed', published_at: published_at - 1 })
    const hidden = await makePost(db, { slug: 'hidden', published_at, visibility: 'unlisted' })
    const tag = { post_id: hidden.id, slug: 'secret', name: 'Secret', position: 0 }
    await db.insertInto('post_tags').values(tag).execute()
    expect(await readPost({ db, clock }, 'hidden')).toMatchObject({ isListed: false, tags: [] })
    expect(await readPost({ db, clock }, 'listed')).toMatchObject({ isListed: true, newer: null })
    const slugsOf = (posts: { slug: string }[]) => posts.map(({ slug }) => slug)
    expect(slugsOf((await listPosts({ db, clock })).posts)).toEqual(['listed'])
    expect(slugsOf((await readFeed({ db, clock })).posts)).toEqual(['listed'])
    const all = await listPostPage({ db, clock }, { tag: null, page: 1 })
    expect([slugsOf(all?.posts ?? []), all?.pages]).toEqual([['listed'], 1])
    expect(await listPostPage({ db, clock }, { tag: 'secret', page: 1 })).toBeUndefined()
    expect(await findLastPost({ db, clock })).toMatchObject({ slug: 'listed' })
    const shown = async (state: 'published' | 'unlisted') =>
      (await listStudioPosts({ db, clock }, { state, search: '', before: null })).posts
    expect(await shown('published')).toMatchObject([{ title: 'Listed', state: 'published' }])
    expect(await shown('unlisted')).toMatchObject([{ id: hidden.id, state: 'unlisted' }])
  })

  it('links a post to its neighbors without loading the others', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const clock = fixedClock('2026-11-20T12:00:00Z')
    const days = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(days, async (published) => {
        await db.deleteFrom('posts').execute()
        for (const [n, day] of published.entries())
          await makePost(db, { slug: `post-${(n * 7) % 11}`, published_at: at(`2026-11-0${day}T12:00:00Z`) })
        await makePost(db, { slug: 'draft', published_at: null })
        await makePost(db, { slug: 'scheduled', published_at: clock.now() + 1 })
        const { posts } = await listPosts({ db, clock })
        for (const [n, { slug }] of posts.entries()) {
          const post = await readPost({ db, clock }, slug)
          expect([post?.newer?.slug, post?.older?.slug]).toEqual([posts[n - 1]?.slug, posts[n + 1]?.slug])
        }
      }),
      { numRuns: 15 },
    )
    const rowsRead: number[] = []
    const counted = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        rowsRead.push(result.rows.length)
        return result
      },
    })
    for (let n = 0; n < 60; n++)
      await makePost(db, { slug: `more-${n}`, published_at: at('2026-11-05T12:00:00Z') })
    await readPost({ db: counted, clock }, 'more-30')
    expect(Math.max(...rowsRead)).toBeLessThan(20)
  })

  it('returns a post in blocks, with photos between paragraphs (D6)', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const photo = await makePhoto(db)
    const body = `First.\n\n![A caption](photo:${photo.slug} "wide")\n\n![Gone](photo:gone)\n\n## Second part\n\nLast.`
    const { slug } = await makePost(db, { body })
    const post = await readPost({ db, clock: fixedClock('2026-11-20T12:00:00Z') }, slug)
    expect(post?.blocks).toMatchObject([
      { kind: 'html', html: '<p>First.</p>' },
      { kind: 'photo', photo: { slug: photo.slug }, caption: 'A caption', wide: true },
      { kind: 'html', html: '<h2 id="second-part">Second part</h2>\n<p>Last.</p>' },
    ])
    expect(post?.headings).toEqual([{ id: 'second-part', text: 'Second part' }])
  })

  it('makes documents of posts in Markdown, unless they would look different', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const photo = await makePhoto(db)
    const texts = {
      plain: `First *part*.\nStill first.\n\n- one\n  - two\n\n![A caption](photo:${photo.slug} "wide")\n\n## Last\n\n1. x`,
      table: 'Before.\n\n| a | b |\n|---|---|\n| 1 | 2 |',
      stacked: `![One](photo:${photo.slug}) ![Two](photo:${photo.slug})`,
    }
    const clock = fixedClock('2026-11-20T12:00:00Z')
    const blocksOf = async (slug: string) =>
      JSON.stringify((await readPost({ db, clock }, slug))?.blocks).replaceAll('\\n', ' ')
    const before: Record<string, string> = {}
    for (const [slug, body] of Object.entries(texts)) {
      await makePost(db, { slug, body })
      before[slug] = await blocksOf(slug)
    }
    const rows = await db.selectFrom('posts').selectAll().orderBy('slug').execute()
    await makeDocuments({ db })
    const after = await db.selectFrom('posts').selectAll().orderBy('slug').execute()
    expect(after.map(({ slug, document }) => [slug, document !== null])).toEqual([
      ['plain', true],
      ['stacked', false],
      ['table', false],
    ])
    expect(after.map((row) => ({ ...row, document: null }))).toEqual(rows)
    for (const slug of Object.keys(texts)) expect(await blocksOf(slug), slug).toBe(before[slug])
  })

  it('keeps the Markdown that a document can’t say when the post is published from the editor', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const body = 'Before.\n\n| a | b |\n|---|---|\n| 1 | 2 |'
    const clock = fixedClock('2026-11-20T12:00:00Z')
    const deps = { db, clock, author: { uid: 'u', name: 'Ann' } }
    for (const published_at of [clock.now() - 1_000, null]) {
      const { id } = await makePost(db, { slug: `table-${published_at}`, body, published_at })
      const post = await readEditedPost(deps, id)
      expect(post?.isMarkdown).toBe(true)
      const sent = { document: post?.document ?? '', markdown: '', version: post?.version ?? '' }
      const fields = { ...post?.values, title: 'With a table', date: '', time: '' }
      const published = await publishPost(deps, id, { ...sent, fields, isSeparate: false })
      expect(published).toMatchObject({ ok: true })
      expect((await readPostVersion(deps, id, 1))?.markdown).toBe(body)
      expect((await readEditedPost(deps, id))?.isMarkdown).toBe(false)
    }
  })

  it('shows photos side by side, with the alt text that the post gives them', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const [one, two] = [await makePhoto(db), await makePhoto(db)]
    const photos = [one, two, { slug: 'gone' }].map(({ slug }) => ({ type: 'photo', attrs: { photo: slug } }))
    Object.assign(photos[1]?.attrs ?? {}, { alt: 'Of this post', caption: 'Two' })
    const doc = { type: 'doc', content: [{ type: 'photoRow', content: photos }] }
    const { slug } = await makePost(db, { document: JSON.stringify({ version: 1, doc }) })
    expect((await readPost({ db, clock: fixedClock('2026-11-20T12:00:00Z') }, slug))?.blocks).toMatchObject([
      {
        kind: 'row',
        photos: [
          { photo: { slug: one.slug, alt: one.alt }, caption: '' },
          { photo: { slug: two.slug, alt: 'Of this post' }, caption: 'Two' },
        ],
      },
    ])
  })

  it('leaves out a photo without a release for the blog', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const clock = fixedClock('2026-11-20T12:00:00Z')
    const [photo, other, gallery] = [await makePhoto(db), await makePhoto(db), await makeGallery(db)]
    await makeGalleryItem(db, { gallery_id: gallery.id, photo_id: photo.id })
    const agreed = {
      ...{ name: 'Ann Lee', email: '', bornOn: '', guardian: '', uses: ['portfolio', 'social'] },
      ...{ givenOn: '2026-11-01', basis: 'Signed on paper', everywhere: false },
    }
    const author = { uid: 'u', name: 'Dana' }
    await recordRelease({ db, clock, author }, gallery.id, { sent: agreed, seen: 0 })
    const body = `![Her](photo:${photo.slug})\n\n![Rings](photo:${other.slug})`
    const { slug } = await makePost(db, { body, cover_photo_id: photo.id })
    const post = await readPost({ db, clock }, slug)
    expect(post?.cover).toBeNull()
    expect(post?.blocks).toMatchObject([{ kind: 'photo', photo: { slug: other.slug } }])
    expect((await readFeed({ db, clock })).posts[0]?.blocks).toHaveLength(1)
    expect((await listPosts({ db, clock })).posts[0]?.cover).toBeNull()
  })

  it('doesn’t show drafts', async () => {
    const { db } = await open()
    const { slug } = await makePost(db, { published_at: null })
    const clock = fixedClock('2026-11-20T12:00:00Z')
    expect(await readPost({ db, clock }, slug)).toBeUndefined()
    expect(await readPost({ db, clock }, 'nothing')).toBeUndefined()
  })

  it('knows the photos of drafts, which no one sees yet', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const [inText, cover, other] = [await makePhoto(db), await makePhoto(db), await makePhoto(db)]
    const clock = fixedClock('2026-11-20T12:00:00Z')
    const deps = { db, clock, author: { uid: 'u', name: 'Dana' } }
    const { id } = await makePost(db, { title: 'Before' })
    const doc = { type: 'doc', content: [{ type: 'photo', attrs: { photo: inText.slug } }] }
    const post = await readEditedPost({ db, clock }, id)
    const sent = {
      fields: { ...post?.values, title: 'After', cover: cover.slug },
      ...{ document: JSON.stringify({ version: 1, doc }), markdown: '', version: '1.1', isSeparate: false },
    }
    expect(await saveDraft(deps, id, sent)).toMatchObject({ ok: true, version: '2.1' })
    for (const photo of [inText, cover])
      expect(await usesInPosts({ db, clock }, photo)).toMatchObject([{ role: 'In a draft', visible: 'no' }])
    expect(await usesInPosts({ db, clock }, other)).toEqual([])
    const { slugs } = await usedInPosts({ db })
    expect([inText, cover, other].map(({ slug }) => slugs.has(slug))).toEqual([true, true, false])
    expect((await listPosts({ db, clock })).posts[0]?.title).toBe('Before')
    expect((await listPostVersions({ db }, id)).versions.map(({ title }) => title)).toEqual([
      'After',
      'Before',
    ])
  })

  it('finds a post that comes with the product by its topic, which is a tag of it at once', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const clock = fixedClock('2026-11-20T12:00:00Z')
    const post = {
      slug: 'one',
      title: 'A list',
      excerpt: 'Short.',
      topic: 'Weddings',
      author: 'Dorian Ellis',
    }
    const draft = { ...post, cover: null, publishedAt: clock.now() - 1, body: 'Words.' }
    await addPost({ db }, draft, { photoIds: new Map(), at: clock.now() })
    expect(await searchPosts({ db, clock }, 'weddings', 5)).toMatchObject([{ slug: 'one' }])
    expect((await readPost({ db, clock }, 'one'))?.tags).toMatchObject([{ name: 'Weddings' }])
  })

  it('lists posts in the Studio in pages, drafts first', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const clock = fixedClock('2026-11-20T12:00:00Z')
    const drafts = [await makePost(db, { published_at: null }), await makePost(db, { published_at: null })]
    const scheduled = await makePost(db, { published_at: clock.now() + 1, title: 'Coming' })
    const published = await makePost(db, { published_at: clock.now() - 1 })
    const listed: string[] = []
    const query = { state: null, search: '', limit: 1 }
    for (let before: string | null = null, n = 0; n < 5; n++) {
      const { posts, next } = await listStudioPosts({ db, clock }, { ...query, before })
      listed.push(...posts.map(({ id }) => id))
      before = next
      if (next === null) break
    }
    const ids = drafts
      .map(({ id }) => id)
      .toSorted()
      .toReversed()
    expect(listed).toEqual([...ids, scheduled.id, published.id])
    const found = await listStudioPosts({ db, clock }, { ...query, search: 'coming', before: null })
    expect(found.posts).toMatchObject([{ id: scheduled.id, state: 'scheduled', isChanged: false }])
    for (const state of ['draft', 'scheduled', 'published'] as const) {
      const { posts } = await listStudioPosts({ db, clock }, { ...query, state, before: null })
      expect(posts.map((post) => post.state)).toEqual([state])
    }
  })

  it('divides posts into pages, of all and of a tag', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const clock = fixedClock('2026-11-20T12:00:00Z')
    for (let n = 0; n < 25; n++)
      await makePost(db, { published_at: clock.now() - n, topic: n % 2 === 0 ? 'Élan vital' : 'Rain' })
    await makePost(db, { published_at: clock.now() + 1, topic: 'Later' })
    await makeDocuments({ db })
    const list = (tag: string | null, page: number) => listPostPage({ db, clock }, { tag, page })
    const [first, second] = [await list(null, 1), await list(null, 2)]
    expect([first?.posts.length, first?.pages, second?.posts.length]).toEqual([24, 2, 1])
    const tagged = await list('elan-vital', 1)
    expect([tagged?.posts.length, tagged?.tag?.name, tagged?.pages]).toEqual([13, 'Élan vital', 1])
    for (const [tag, page] of [
      ['later', 1],
      ['nothing', 1],
      [null, 3],
      [null, 0],
      [null, 1.5],
      [null, Number.NaN],
    ] as const)
      expect(await list(tag, page)).toBeUndefined()
  })

  it('refuses a paragraph that would take long to write as Markdown', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const { id } = await makePost(db, { published_at: null })
    const deps = { db, clock: fixedClock('2026-11-20T12:00:00Z'), author: { uid: 'u', name: 'Dana' } }
    const post = await readEditedPost(deps, id)
    const save = (length: number) => {
      const text = 'http://a.b/['.repeat(length).slice(0, length)
      const content = [{ type: 'paragraph', content: [{ type: 'text', text }] }]
      const document = JSON.stringify({ version: 1, doc: { type: 'doc', content } })
      const sent = {
        fields: { ...post?.values },
        markdown: '',
        version: post?.version ?? '',
        isSeparate: false,
      }
      return saveDraft(deps, id, { ...sent, document })
    }
    expect(await save(30_001)).toMatchObject({ ok: false, reason: 'refused' })
    expect((await readEditedPost(deps, id))?.version).toBe(post?.version)
    expect(await save(30_000)).toMatchObject({ ok: true })
  })
})
