import fc from 'fast-check'
import { expect, it } from 'vitest'
import { recordRelease } from '~/domains/galleries/releases/operations.server'
import { fixedClock } from '~/platform/clock'
import { describeOnBothEngines } from '../../../test/support/database'
import { makeGallery, makeGalleryItem, makePhoto, makePost } from '../../../test/support/factories'
import { putTestSettings } from '../../../test/support/settings'
import { listPosts, readFeed, readPost } from './operations.server'

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

  it('leaves out a photo without a release for the blog', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const clock = fixedClock('2026-11-20T12:00:00Z')
    const [photo, other, gallery] = [await makePhoto(db), await makePhoto(db), await makeGallery(db)]
    await makeGalleryItem(db, { gallery_id: gallery.id, photo_id: photo.id })
    const agreed = {
      ...{ name: 'Ann Lee', email: '', bornOn: '', guardian: '', uses: ['portfolio', 'social'] },
      ...{ givenOn: '2026-11-01', basis: 'Signed on paper' },
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
})
