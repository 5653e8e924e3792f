import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { insertPage } from '~/domains/content/store.server'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { type RequestScope, scope } from '~/platform/http/scope.server'
import { describeOnBothEngines } from '../../../test/support/database'
import {
  makeGallery,
  makeGalleryItem,
  makePhoto,
  makePost,
  makeProduct,
  makeRendition,
} from '../../../test/support/factories'
import { putTestSettings } from '../../../test/support/settings'
import { loader as blogFeed } from './blog-feed'
import { loader as gpc } from './gpc'
import { loader as manifest } from './manifest'
import { loader as robots } from './robots'
import { loader as securityTxt } from './security-txt'
import { loader as sitemap } from './sitemap'

const siteUrl = 'https://photos.example.com'
const NOW = Date.UTC(2026, 10, 20, 15)

async function answer(db: Db, loader: (args: never) => Response | Promise<Response>, path = '/') {
  const validUntil: number[] = []
  const context = new RouterContextProvider()
  const parts = {
    db,
    clock: fixedClock(NOW),
    config: { siteUrl },
    validUntil: (at: number) => validUntil.push(at),
  }
  context.set(scope, parts as unknown as RequestScope)
  const response = await loader({ context, request: new Request(siteUrl + path) } as never)
  const headers = Object.fromEntries(response.headers)
  return {
    type: headers['content-type'],
    cache: headers['cache-control'],
    text: await response.text(),
    validUntil,
  }
}

const entryOf = (xml: string, path: string) =>
  xml.match(new RegExp(`<url><loc>${siteUrl}${path}</loc>.*?</url>`))?.[0]

describeOnBothEngines('the feeds', (open) => {
  it('list the pages and images in the sitemap, without drafts', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const body = { title: 'A *blog*', lede: '', callTitle: 'Book' }
    await insertPage(db, { slug: 'blog', title: 'Blog', description: 'A blog', body }, Date.UTC(2026, 10, 1))
    const photo = await makePhoto(db, { slug: 'rings', media_hash: 'abc', no_recognizable_people: 1 })
    for (const width of [480, 1200, 1800])
      for (const format of ['avif', 'jpg'] as const)
        await makeRendition(db, { photo_id: photo.id, width, format })
    const pending = await makePhoto(db, { slug: 'pending' })
    for (const kind of ['public', 'portfolio'] as const) {
      const gallery = await makeGallery(db, { kind, slug: `a-${kind}` })
      await makeGalleryItem(db, { gallery_id: gallery.id, photo_id: photo.id })
      await makeGalleryItem(db, { gallery_id: gallery.id, photo_id: pending.id })
    }
    const out = await makePost(db, {
      slug: 'out',
      cover_photo_id: photo.id,
      updated_at: Date.UTC(2026, 9, 1),
    })
    const scheduled = await makePost(db, { slug: 'scheduled', published_at: NOW + 1 })
    await makePost(db, { slug: 'draft', published_at: null })
    const tags = [
      { post_id: out.id, slug: 'city-hall', name: 'City Hall', position: 0 },
      { post_id: scheduled.id, slug: 'later', name: 'Later', position: 0 },
    ]
    await db.insertInto('post_tags').values(tags).execute()
    await makeProduct(db, { slug: 'print' })
    const { type, cache, text, validUntil } = await answer(db, sitemap)
    expect(type).toBe('application/xml; charset=utf-8')
    expect(cache).toMatch(/^public, max-age=\d+$/)
    const image = `<image:image><image:loc>${siteUrl}/media/abc/1200.jpg</image:loc></image:image>`
    expect(entryOf(text, '/')).toBeDefined()
    expect(entryOf(text, '/blog')).toContain('<lastmod>2026-11-01T00:00:00.000Z</lastmod>')
    expect(entryOf(text, '/gallery/photo/rings')).toContain(image)
    expect(entryOf(text, '/gallery/photo/pending')).not.toContain('image:loc')
    expect(entryOf(text, '/portfolio/a-portfolio')).toContain(image)
    expect(entryOf(text, '/blog/out')).toContain(`<lastmod>2026-10-01T00:00:00.000Z</lastmod>${image}`)
    expect(entryOf(text, '/mikhenzo-products/print')).toBeDefined()
    expect(entryOf(text, '/blog/tag/city-hall')).toBeDefined()
    expect(text).not.toMatch(/later|scheduled|draft|login|register|404|thank-you/)
    expect(validUntil).toEqual([NOW + 1])
  })

  it('list private paths and the sitemap in robots.txt, and leave share links to programs that show cards', async () => {
    const { db } = await open()
    const { type, text } = await answer(db, robots)
    expect(type).toBe('text/plain; charset=utf-8')
    const lines = text.split('\n')
    const [everyone = '', cards = ''] = text.split('\n\n')
    expect(lines[0]).toBe('User-agent: *')
    for (const path of ['/studio', '/profile', '/download', '/newsletter/unsubscribe'])
      for (const group of [everyone, cards]) expect(group.split('\n')).toContain(`Disallow: ${path}`)
    expect(everyone).toContain('Disallow: /g/')
    expect(cards).toContain('User-agent: facebookexternalhit\n')
    expect(cards).not.toContain('/g/')
    expect(lines).toContain(`Sitemap: ${siteUrl}/sitemap.xml`)
    expect(lines.some((line) => line === 'Disallow: /')).toBe(false)
  })

  it('describe the site as an app', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const { type, text } = await answer(db, manifest)
    expect(type).toBe('application/manifest+json')
    expect(JSON.parse(text)).toMatchObject({
      name: 'DE Photography',
      start_url: '/',
      icons: [{ src: '/icon-192.png' }, {}, {}],
    })
  })

  it('contain the published posts', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const body = { title: 'A *blog*', lede: '', callTitle: 'Book' }
    await insertPage(db, { slug: 'blog', title: 'Blog', description: 'A blog & more', body }, NOW)
    await makePost(db, { slug: 'out', title: 'Out <now>' })
    await makePost(db, { slug: 'scheduled', published_at: NOW + 1 })
    const { type, text, validUntil } = await answer(db, blogFeed, '/blog.atom')
    expect(type).toBe('application/atom+xml; charset=utf-8')
    expect(text).toContain('<subtitle>A blog &amp; more</subtitle>')
    expect(text).toContain('<title>Out &lt;now&gt;</title>')
    expect(text.match(/<entry>/g)).toHaveLength(1)
    expect(validUntil).toEqual([NOW + 1])
    const rss = await answer(db, blogFeed, '/blog.rss')
    expect(rss.type).toBe('application/rss+xml; charset=utf-8')
    expect(rss.text.match(/<item>/g)).toHaveLength(1)
    expect(rss.text).toContain('<title>Out &lt;now&gt;</title>')
    expect(rss.text).toContain('<content:encoded>&lt;p&gt;A paragraph.&lt;/p&gt;</content:encoded>')
    const json = await answer(db, blogFeed, '/blog.json')
    expect(json.type).toBe('application/feed+json; charset=utf-8')
    expect(JSON.parse(json.text)).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      feed_url: `${siteUrl}/blog.json`,
      items: [
        {
          id: `${siteUrl}/blog/out`,
          title: 'Out <now>',
          content_html: '<p>A paragraph.</p>',
          tags: ['Weddings'],
        },
      ],
    })
  })

  it('name a security contact (RFC 9116)', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const { type, text, validUntil } = await answer(db, securityTxt)
    expect(type).toBe('text/plain; charset=utf-8')
    const fields = Object.fromEntries(
      text.split('\n').flatMap((line) => {
        const at = line.indexOf(': ')
        return at === -1 ? [] : [[line.slice(0, at), line.slice(at + 2)]]
      }),
    )
    expect(fields.Contact).toMatch(/^mailto:[^@\s]+@[^@\s]+$/)
    expect(fields.Canonical).toBe(`${siteUrl}/.well-known/security.txt`)
    const expires = Date.parse(fields.Expires ?? '')
    expect(expires).toBeGreaterThan(NOW)
    expect(expires).toBeLessThan(NOW + 365 * 86_400_000)
    expect(validUntil).toEqual([Date.UTC(2026, 10, 21)])
  })

  it('state that Global Privacy Control is honored (D1)', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const body = {
      ...{ title: 'Terms', lede: '', effectiveOn: '2026-11-01', sections: [] },
      doNotSell: { title: 'Do not sell', body: 'Ask.' },
    }
    await insertPage(db, { slug: 'terms', title: 'Terms', description: 'Terms', body }, NOW)
    const { type, text } = await answer(db, gpc)
    expect(type).toBe('application/json')
    expect(JSON.parse(text)).toEqual({ gpc: true, lastUpdate: '2026-11-01' })
  })
})
