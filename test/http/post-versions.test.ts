import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { post, rows } from '../support/forms'
import { type Site, startSite } from '../support/site'

let site: Site
let Cookie: string
let assistant: string
beforeAll(async () => {
  site = await startSite({ content: 'photos' })
  Cookie = await signedIn(site, 'owner')
  assistant = await signedIn(site, 'assistant')
})
afterAll(() => site?.stop())

const studio = async (path: string) => (await fetch(site.url + path, { headers: { Cookie } })).text()
const inPage = (text: unknown) => String(text).replaceAll('&', '&amp;')
const block = (type: string, attrs: object) => ({ type, attrs })

it('compares photos, videos and records in words, with a small picture', async () => {
  const added = await post(site, '/studio/website/posts', { intent: 'add' }, { Cookie })
  const path = added.headers.get('location') ?? ''
  const [type] = rows(site, 'select slug, title from session_types where published_at is not null')
  const [said] = rows(
    site,
    'select t.id, t.quote from testimonials t join testimonial_permissions p on p.testimonial_id = t.id where p.withdrawn_on is null',
  )
  const jar = (attrs: object) => block('photo', { photo: 'cosmetics-jar-on-stone', ...attrs })
  const save = async (author: string, ...content: object[]) => {
    const version = /name="version" value="([^"]*)"/.exec(await studio(path))?.[1] ?? ''
    const document = JSON.stringify({ version: 1, doc: { type: 'doc', content } })
    const fields = { title: 'Figures', excerpt: '', tags: '', author: '', cover: '', slug: '' }
    const sent = { ...fields, date: '', time: '', markdown: '', document, version, intent: 'save' }
    expect((await post(site, path, sent, { Cookie: author })).status).toBe(303)
  }
  const offer = block('sessionOffer', { session: type?.slug })
  await save(
    assistant,
    ...[offer, jar({ caption: 'A jar' }), block('testimonial', { testimonial: said?.id })],
    block('video', { service: 'youtube', video: 'aqz-KE-bpKQ', title: 'A film', photo: '' }),
  )
  const odd = { type: 'paragraph', content: [{ type: 'text', text: '\u{f0000} isn’t a figure.' }] }
  await save(Cookie, offer, jar({ caption: 'A <jar>', alt: 'Cream in stone light' }), odd)
  const compared = await studio(`${path}/versions?from=1&to=2`)
  // Two saves of one minute have the same time.
  const words = compared.replaceAll('<!-- -->', '')
  for (const number of [1, 2]) expect(words).toContain(`>Version ${number}</a>`)
  expect(words).toMatch(/From version 1 \([^)]+\) to version 2 \(/)
  const picture = /<del><span class="ver-figure"><img src="([^"]+)"[^>]*><span>A jar\nAlt text: [^<]+</.exec(
    compared,
  )?.[1]
  expect((await fetch(site.url + picture)).headers.get('content-type')).toBe('image/jpeg')
  expect(compared).toMatch(
    /<ins><span class="ver-figure"><img [^>]*><span>A &lt;jar&gt;\nAlt text: Cream in stone light</,
  )
  expect(compared).toContain(`<span><span class="ver-figure"><span>Session type: ${inPage(type?.title)}<`)
  expect(compared).toContain(`<del><span class="ver-figure"><span>Testimonial: ${inPage(said?.quote)}`)
  expect(compared).toContain('<del><span class="ver-figure"><span>Video: A film\n')
  expect(compared).toContain('\ufffd isn’t a figure.')
  expect(compared).not.toMatch(/photo:cosmetics|[\u{f0000}-\u{10ffff}]/u)

  const shown = await studio(`${path}/versions?show=1`)
  expect(shown).toContain(`<img src="${picture}"`)
  expect(shown).toContain(inPage(said?.quote))
})
