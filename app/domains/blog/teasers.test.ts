import { expect, it } from 'vitest'
import { markNoRecognizablePeople } from '~/domains/photos/operations.server'
import { fixedClock } from '~/platform/clock'
import type { Row } from '~/platform/db/schema'
import { describeOnBothEngines } from '../../../test/support/database'
import {
  makeGallery,
  makeGalleryItem,
  makePhoto,
  makePost,
  makeSessionType,
} from '../../../test/support/factories'
import { putTestSettings } from '../../../test/support/settings'
import { contentHtml } from './atom'
import { readPost } from './operations.server'

const at = (text: string) => Date.parse(text)

describeOnBothEngines('other parts of the site in and below a post', (open) => {
  it('shows galleries, session types and testimonials as they are now, and leaves out what isn’t public', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const clock = fixedClock('2026-11-20T12:00:00Z')
    const photo = await makePhoto(db)
    const gallery = await makeGallery(db, { kind: 'portfolio', slug: 'spring-light', title: 'Spring light' })
    await makeGalleryItem(db, { gallery_id: gallery.id, photo_id: photo.id })
    const type = await makeSessionType(db, { slug: 'portrait', price_cents: 12_300, price_unit: '' })
    const part = (name: string, attrs: object) => ({ type: name, attrs })
    const content = [
      part('galleryTeaser', { gallery: 'spring-light' }),
      part('sessionOffer', { session: 'portrait' }),
      part('testimonial', { testimonial: 'unknown' }),
      part('video', { service: 'vimeo', video: '76979871', title: '', photo: '' }),
    ]
    const document = JSON.stringify({ version: 1, doc: { type: 'doc', content } })
    await makePost(db, { slug: 'blocks', document })
    const kinds = async () => (await readPost({ db, clock }, 'blocks'))?.blocks.map(({ kind }) => kind)
    expect((await readPost({ db, clock }, 'blocks'))?.blocks[0]).toMatchObject({ gallery: { cover: null } })
    // A photo with people needs their release for the blog.
    await markNoRecognizablePeople({ db }, [photo.id], true)
    expect((await readPost({ db, clock }, 'blocks'))?.blocks).toMatchObject([
      { kind: 'gallery', gallery: { title: 'Spring light', cover: { slug: photo.slug } } },
      { kind: 'session', session: { priceCents: 12_300 } },
      { kind: 'video', poster: null },
    ])
    await db.updateTable('session_types').set({ price_cents: 99_900 }).where('id', '=', type.id).execute()
    expect((await readPost({ db, clock }, 'blocks'))?.blocks[1]).toMatchObject({
      session: { priceCents: 99_900 },
    })
    const feed = contentHtml(
      (await readPost({ db, clock }, 'blocks'))?.blocks ?? [],
      'https://studio.example',
    )
    expect(feed).toContain('<a href="https://studio.example/portfolio/spring-light">Spring light</a>')
    expect(feed).toContain('<a href="https://studio.example/book-session?service=portrait">')
    expect(feed).toContain('$999')
    expect(feed).toContain('<a href="https://vimeo.com/76979871">Watch the video</a>')
    await db.updateTable('galleries').set({ published_at: null }).where('id', '=', gallery.id).execute()
    await db.updateTable('session_types').set({ published_at: null }).where('id', '=', type.id).execute()
    expect(await kinds()).toEqual(['video'])
  })

  it('relates what shares tags, or what the owner picked', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const clock = fixedClock('2026-11-20T12:00:00Z')
    const tagged = async (slug: string, tags: string[], given: Partial<Row<'posts'>> = {}) => {
      const { id } = await makePost(db, { slug, published_at: at('2026-11-01T12:00:00Z'), ...given })
      const values = tags.map((tag, position) => ({ post_id: id, slug: tag, name: tag, position }))
      if (values.length > 0) await db.insertInto('post_tags').values(values).execute()
    }
    await tagged('here', ['weddings', 'light'])
    await tagged('one', ['light'], { published_at: at('2026-11-03T12:00:00Z') })
    await tagged('both', ['light', 'weddings'])
    await tagged('none', ['prom'])
    await tagged('unlisted', ['light', 'weddings'], { visibility: 'unlisted' })
    await tagged('scheduled', ['light', 'weddings'], { published_at: at('2027-01-01T12:00:00Z') })
    await makeSessionType(db, { slug: 'wedding', title: 'A wedding day' })
    const relatedTo = async (slug: string) => (await readPost({ db, clock }, slug))?.related
    const slugs = (found: { slug: string }[] | undefined) => found?.map(({ slug }) => slug)
    expect(slugs((await relatedTo('here'))?.posts)).toEqual(['both', 'one'])
    expect(slugs((await relatedTo('here'))?.sessions)).toEqual(['wedding'])
    const picked = JSON.stringify(['post:none', 'post:unlisted', 'session:gone'])
    await db.updateTable('posts').set({ related: picked }).where('slug', '=', 'here').execute()
    expect(slugs((await relatedTo('here'))?.posts)).toEqual(['none'])
    expect((await relatedTo('here'))?.sessions).toEqual([])
  })
})
