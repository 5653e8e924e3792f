import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { post, rows } from '../support/forms'
import { type Site, startSite } from '../support/site'
import { faultsOfPage } from '../support/valid-html'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.stop())

const read = async (path: string) => (await fetch(site.url + path)).text()

it('every public page is valid HTML', async () => {
  const sitemap = await read('/sitemap.xml')
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
  expect(listed.filter((path) => path.startsWith('/blog/')).length).toBeGreaterThan(5)
  const faults: Record<string, string[]> = {}
  for (const path of [...listed, '/search', '/search?q=rain', '/login', '/no-such-page']) {
    const found = await faultsOfPage(await read(path))
    if (found.length > 0) faults[path] = found
  }
  expect(faults).toEqual({})
  const wrong = '<!doctype html><html lang="en"><head><title>A</title></head><p><div></div></p></html>'
  expect(await faultsOfPage(wrong)).not.toEqual([])
})

it('the page of a post with blocks of every kind is valid HTML', async () => {
  const Cookie = await signedIn(site, 'owner')
  const send = (path: string, fields: Record<string, string>) => post(site, path, fields, { Cookie })
  const [gallery] = rows(
    site,
    "select slug from galleries where kind = 'portfolio' and published_at is not null",
  )
  const [session] = rows(site, 'select slug from session_types where published_at is not null')
  const [said] = rows(
    site,
    'select t.id from testimonials t join testimonial_permissions p on p.testimonial_id = t.id where p.withdrawn_on is null',
  )
  const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
  const block = (type: string, attrs: object) => ({ type, attrs })
  const photo = (attrs: object) => block('photo', { photo: 'cosmetics-jar-on-stone', ...attrs })
  const content = [
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'A heading' }] },
    block('galleryTeaser', { gallery: gallery?.slug }),
    block('sessionOffer', { session: session?.slug }),
    block('testimonial', { testimonial: said?.id }),
    block('video', { service: 'youtube', video: 'aqz-KE-bpKQ', title: 'A film', photo: '' }),
    photo({ caption: 'A jar on stone', wide: true }),
    { type: 'photoRow', content: [photo({}), photo({ alt: 'The jar again' })] },
    { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('A list.')] }] },
    { type: 'blockquote', content: [paragraph('A quote.')] },
    { type: 'horizontalRule' },
  ]
  const path = (await send('/studio/website/posts', { intent: 'add' })).headers.get('location') ?? ''
  const published = await send(path, {
    ...{
      title: 'Blocks of every kind',
      excerpt: 'All of them.',
      tags: 'Light',
      author: 'Dana',
      markdown: '',
    },
    ...{ document: JSON.stringify({ version: 1, doc: { type: 'doc', content } }) },
    ...{ version: '1.1', intent: 'publish' },
  })
  expect(published.status).toBe(303)
  await expect.poll(() => read('/blog'), { interval: 25 }).toContain('Blocks of every kind')
  const html = await read('/blog/blocks-of-every-kind')
  for (const part of [
    `/portfolio/${gallery?.slug}`,
    `service=${session?.slug}`,
    'A jar on stone</figcaption>',
  ])
    expect(html).toContain(part)
  expect(await faultsOfPage(html)).toEqual([])
})
