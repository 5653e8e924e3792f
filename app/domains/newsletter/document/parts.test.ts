import { expect, it } from 'vitest'
import { fixedClock } from '~/platform/clock'
import { describeOnBothEngines } from '../../../../test/support/database'
import { makeGallery, makeGalleryItem, makePhoto, makePost } from '../../../../test/support/factories'
import { putTestSettings, testSettings } from '../../../../test/support/settings'
import { readNewsletterParts } from './parts.server'
import { newsletterSchema } from './schema'

describeOnBothEngines('the photos and posts of a newsletter', (open) => {
  it('are those that visitors may see, photos of clients only with a release, and no post while the blog is off', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const clock = fixedClock('2026-11-20T12:00:00Z')
    const shown = await makePhoto(db)
    const unpublished = await makePhoto(db, { published_at: null })
    const ofClients = await makePhoto(db)
    const gallery = await makeGallery(db)
    await makeGalleryItem(db, { gallery_id: gallery.id, photo_id: ofClients.id })
    const cover = { cover_photo_id: shown.id }
    const post = await makePost(db, { slug: 'snow', published_at: clock.now() - 1, ...cover })
    await makePost(db, { slug: 'later', published_at: clock.now() + 1 })
    const { nodes } = newsletterSchema
    const document = nodes.doc.create(null, [
      ...[shown, unpublished, ofClients, shown].map(({ slug }) => nodes.photo.create({ photo: slug })),
      ...['snow', 'later', 'constructor'].map((slug) => nodes.postTeaser.create({ post: slug })),
    ])
    const { photos, posts } = await readNewsletterParts({ db, clock }, document)
    expect([...photos.keys()]).toEqual([shown.slug])
    expect([...posts.entries()]).toMatchObject([
      ['snow', { title: post.title, excerpt: post.excerpt, cover: { slug: shown.slug } }],
    ])
    await putTestSettings(db, { ...testSettings, pages: { ...testSettings.pages, blog: false } })
    expect((await readNewsletterParts({ db, clock }, document)).posts.size).toBe(0)
  })
})
