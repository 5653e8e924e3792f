import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { post, rows } from '../support/forms'
import { postedForms } from '../support/posted-forms'
import { type Site, startSite } from '../support/site'

let site: Site
let owner: string
beforeAll(async () => {
  site = await startSite()
  owner = await signedIn(site, 'owner')
})
afterAll(() => site?.stop())

type Part = Record<string, unknown>

const document = (...content: Part[]) => JSON.stringify({ version: 1, doc: { type: 'doc', content } })
const paragraph = (text: string, marks: Part[] = []): Part => ({
  type: 'paragraph',
  content: [{ type: 'text', text, ...(marks.length > 0 ? { marks } : {}) }],
})
const BLOCKS: Part[] = [
  {
    type: 'photo',
    attrs: { photo: 'wedding-rings-on-a-book', caption: 'Two rings', alt: 'Rings', wide: false },
  },
  { type: 'sessionOffer', attrs: { session: 'portrait-session' } },
  { type: 'video', attrs: { service: 'youtube', video: 'aqz-KE-bpKQ', title: 'A day', photo: '' } },
]

const send = (path: string, fields: Record<string, string>) => post(site, path, fields, { Cookie: owner })
const studio = async (path: string) => (await fetch(site.url + path, { headers: { Cookie: owner } })).text()
const page = async (path: string) => (await fetch(site.url + path)).text()

const sessionSlug = () =>
  String(rows(site, 'select slug from session_types where published_at is not null limit 1')[0]?.slug)
const blocks = (): Part[] =>
  BLOCKS.map((block) =>
    block.type === 'sessionOffer' ? { ...block, attrs: { session: sessionSlug() } } : block,
  )

/** The fields of the About page's form. */
async function aboutForm(): Promise<Record<string, string>> {
  const path = '/studio/website/pages/about'
  const forms = postedForms(await studio(path), path).map(({ fields }) => Object.fromEntries(fields))
  return forms.find((fields) => 'body.body' in fields) ?? {}
}

it('the text of a page is a document with blocks, whose unchanged Markdown keeps them', async () => {
  const fields = await aboutForm()
  expect(fields['body.body']).toContain('## How we behave')
  const text = document(
    paragraph('We are in {city}. Since {nothing}.'),
    paragraph('Bold', [{ type: 'bold' }]),
    ...blocks(),
  )
  const preview = await send('/studio/website/pages/about/preview', { ...fields, 'body.body': text })
  expect([preview.status, (await preview.text()).includes('Two rings')]).toEqual([200, true])
  const saved = await send('/studio/website/pages/about', { ...fields, 'body.body': text })
  expect(saved.status).toBe(303)
  await expect.poll(() => page('/about'), { interval: 25 }).toContain('Two rings')
  const response = await fetch(`${site.url}/about`)
  const shown = await response.text()
  for (const words of [
    'We are in East Orange.',
    '<strong>Bold</strong>',
    'alt="Rings"',
    'Book this session',
    'A day',
  ])
    expect(shown).toContain(words)
  expect(response.headers.get('content-security-policy')).toContain('https://www.youtube-nocookie.com')
  const [stored] = rows(site, `select body from pages where slug = 'about'`)
  const body = JSON.parse(String(stored?.body))
  expect(JSON.parse(body.document).doc.content).toHaveLength(5)
  expect(body.body).toContain('**Bold**')

  const again = await aboutForm()
  expect(again['body.body']).toContain('![Two rings](photo:wedding-rings-on-a-book)')
  expect(await studio('/studio/website/pages/about')).toContain('If you change the text here, it loses')
  await send('/studio/website/pages/about', { ...again, 'body.aside.title': 'The room' })
  await expect.poll(() => page('/about'), { interval: 25 }).toContain('The room')
  expect(
    JSON.parse(String(rows(site, `select body from pages where slug = 'about'`)[0]?.body)).document,
  ).toBe(body.document)

  const photo = await studio('/studio/photos/wedding-rings-on-a-book')
  expect(photo).toContain('/studio/website/pages/about')
  const versions = await studio('/studio/website/pages/about/versions?show=2')
  expect(versions).toContain('Session type: ')
})

it('a change of blocks alone is published, and an unchanged text is no draft', async () => {
  const fields = await aboutForm()
  const text = (...more: Part[]) => document(paragraph('Only words.'), ...more)
  const publish = async (value: string) => {
    const { version = '' } = await aboutForm()
    const saved = await send('/studio/website/pages/about', { ...fields, version, 'body.body': value })
    expect([saved.status, saved.headers.get('location')]).toEqual([303, '/studio/website/pages/about?saved'])
  }
  await publish(text())
  await expect.poll(() => page('/about'), { interval: 25 }).toContain('Only words.')
  await publish(text({ type: 'sessionOffer', attrs: { session: sessionSlug() } }))
  await expect.poll(() => page('/about'), { interval: 25 }).toContain('Book this session')
  await publish(text())
  await expect.poll(() => page('/about'), { interval: 25 }).not.toContain('Book this session')
  // As the editor sends it: with a blank paragraph for the cursor.
  const { version = '' } = await aboutForm()
  const typed = { ...fields, version, 'body.body': text({ type: 'paragraph' }) }
  const draft = await send('/studio/website/pages/about/autosave', typed)
  expect(await draft.json()).toMatchObject({ ok: true, version })
  expect(await studio('/studio/website/pages/about')).not.toContain('aren’t on the site yet')
})

it.each<[string, string, RegExp]>([
  [
    'an unknown part',
    document({ type: 'script', content: [] }),
    /can’t contain a part of the type “script.”/,
  ],
  [
    'a link of script',
    document(paragraph('a', [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }])),
    /A link must begin/,
  ],
  ['JSON that is none', '{"version":1,"doc":', /couldn’t read this text/],
  ['a document that is too long', document(paragraph('long '.repeat(4_001))), /Shorten this text/],
])('%s in a text is refused, also in a draft, and nothing changes', async (_, text, sentence) => {
  const fields = await aboutForm()
  const before = rows(site, `select body, version from pages where slug = 'about'`)
  const refused = await send('/studio/website/pages/about', { ...fields, 'body.body': text })
  expect(refused.status).toBe(422)
  expect(await refused.text()).toMatch(sentence)
  const draft = await send('/studio/website/pages/about/autosave', { ...fields, 'body.body': text })
  expect(await draft.json()).toMatchObject({
    ok: false,
    reason: 'refused',
    sentence: expect.stringMatching(sentence),
  })
  expect(rows(site, `select body, version from pages where slug = 'about'`)).toEqual(before)
  expect(await aboutForm()).toEqual(fields)
})

it('the text of a product is a document without blocks', async () => {
  const path = '/studio/website/products/new'
  const fields = {
    ...{
      intent: 'save',
      title: 'Walnut tray',
      category: 'Frames',
      summary: 'For prints.',
      photo: '',
      details: '',
    },
    ...{ priceCents: '40', published: 'yes' },
  }
  const refused = await send(path, { ...fields, body: document(paragraph('Of walnut.'), ...blocks()) })
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('Photos and other blocks can’t be part of this text.')
  const list: Part = { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('Oiled')] }] }
  expect((await send(path, { ...fields, body: document(paragraph('Of walnut.'), list) })).status).toBe(303)
  await expect
    .poll(() => page('/mikhenzo-products/walnut-tray'), { interval: 25 })
    .toContain('<li>Oiled</li>')
  expect(
    rows(site, `select body, document is null as plain from products where slug = 'walnut-tray'`),
  ).toEqual([{ body: 'Of walnut.\n\n- Oiled', plain: 0 }])
})

it('a text of a story shows a session type with its price, and a photo that isn’t unused then', async () => {
  const [text] = rows(
    site,
    `select i.id, i.gallery_id, g.slug from gallery_items i join galleries g on g.id = i.gallery_id
     where i.photo_id is null and g.published_at is not null limit 1`,
  )
  const saved = await send(`/studio/galleries/${text?.gallery_id}`, {
    ...{ intent: 'save-text', open: String(text?.id), version: '1.1' },
    body: document(paragraph('They *met* in the rain.'), ...blocks()),
  })
  expect(saved.status).toBe(303)
  const address = `/portfolio/${text?.slug}`
  await expect.poll(() => page(address), { interval: 25 }).toContain('Book this session')
  const shown = await page(address)
  for (const words of ['They *met* in the rain.', 'Two rings', 'A day']) expect(shown).toContain(words)
  expect(await studio('/studio/photos/wedding-rings-on-a-book')).toContain('In a text')
})
