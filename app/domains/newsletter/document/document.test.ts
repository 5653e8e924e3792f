import fc from 'fast-check'
import { Window } from 'happy-dom'
import { HtmlValidate } from 'html-validate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PhotoView } from '~/domains/photos/model'
import { localNetwork } from '../../../../test/support/local-network'
import { branding } from '../../../../test/support/settings'
import { checkNewsletter, checkText, type Finding } from './check.server'
import {
  type NewsletterInput,
  newsletterBody,
  PLACEHOLDERS,
  personalize,
  renderNewsletter,
} from './emails.server'
import { readNewsletter } from './schema'

type Json = Record<string, unknown>

const rings: PhotoView = {
  ...{ id: '1', slug: 'rings', title: 'Rings', alt: 'Two rings on a book', width: 3000, height: 2000 },
  ...{ tone: '#888888', placeholder: '', focal: { x: 0.5, y: 0.5 }, media: '/media/0123456789abcdef0123' },
  ...{ widths: [480, 1040, 1750], exposure: null, creator: null, copyright: null },
}
const parts = {
  photos: new Map([
    ['rings', rings],
    ['untold', { ...rings, slug: 'untold', alt: '' }],
    ['uploaded', { ...rings, slug: 'uploaded', title: 'IMG 4711', alt: 'IMG 4711' }],
  ]),
  posts: new Map([['snow', { title: 'First <snow>', excerpt: 'It came early.', cover: rings }]]),
}
const text = (words: string, ...marks: Json[]): Json => ({ type: 'text', text: words, marks })
const paragraph = (...content: Json[]): Json => ({ type: 'paragraph', content })
const photo = (slug: string): Json => ({ type: 'photo', attrs: { photo: slug } })
const link = (href: string): Json => ({ type: 'link', attrs: { href, title: null } })

const stored = (...content: unknown[]) => JSON.stringify({ version: 1, doc: { type: 'doc', content } })
function inputOf(content: Json[], more: Partial<NewsletterInput> = {}): NewsletterInput {
  const read = readNewsletter(stored(...content))
  if (!read.ok) throw new Error(read.sentence)
  const base = { subject: 'Snow is here', preheader: 'Open dates', branding, parts, archiveUrl: null }
  return { document: read.document, ...base, ...more }
}
const render = (content: Json[], more?: Partial<NewsletterInput>) => renderNewsletter(inputOf(content, more))
const ann = {
  unsubscribe: 'https://photos.example.com/newsletter/unsubscribe/a?b=1&c',
  preferences: 'https://photos.example.com/newsletter/preferences/a',
  firstName: 'Ann',
  counting: 'counted' as const,
  link: (number: number) => `https://photos.example.com/r/ann-${number}`,
}

const everything: Json[] = [
  { type: 'heading', attrs: { level: 2 }, content: [text('Open dates')] },
  paragraph(
    text('Hello {first name}, '),
    text('see ', link('/gallery')),
    text('it', link('/gallery'), { type: 'bold' }),
  ),
  { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text('One'))] }] },
  {
    type: 'orderedList',
    attrs: { start: 4 },
    content: ['Four', 'Five'].map((words) => ({ type: 'listItem', content: [paragraph(text(words))] })),
  },
  { type: 'blockquote', content: [paragraph(text('Lovely', { type: 'italic' }))] },
  { type: 'horizontalRule' },
  { type: 'photo', attrs: { photo: 'rings', caption: 'In June', alt: '' } },
  { type: 'button', attrs: { label: 'Book a session', href: '/book-session' } },
  { type: 'postTeaser', attrs: { post: 'snow' } },
]

describe('a newsletter', () => {
  it('shows each part in HTML and in plain text', () => {
    const { html, text: plain } = personalize(render(everything), ann)
    const { document: page } = new Window()
    page.write(html)
    expect(page.querySelector('h2')?.textContent).toBe('Open dates')
    const links = [...page.querySelectorAll('a[href$="/gallery"]')]
    expect(links.map(({ textContent }) => textContent)).toEqual(['see it'])
    expect(page.querySelector('a[href$="/gallery"] strong')?.textContent).toBe('it')
    expect(page.querySelector('ol')?.getAttribute('start')).toBe('4')
    expect(page.querySelector('p:has(em)')?.getAttribute('style')).toMatch(/^margin:0;/)
    const photo = page.querySelector('img[alt="Two rings on a book"]')
    expect(photo?.getAttribute('src')).toBe('https://photos.example.com/media/0123456789abcdef0123/1040.jpg')
    expect([photo?.getAttribute('width'), photo?.getAttribute('height')]).toEqual(['496', '331'])
    expect(page.querySelector('a[href="https://photos.example.com/blog/snow"]')?.textContent).toBe(
      'First <snow>',
    )
    for (const words of [
      'Hello Ann, see it <https://photos.example.com/gallery>',
      '- One',
      '4. Four\n5. Five',
      'In June',
      'Book a session <https://photos.example.com/book-session>',
      'First <snow> <https://photos.example.com/blog/snow>',
      '41 Example Street, East Orange, NJ 07017',
      `Unsubscribe <${ann.unsubscribe}>`,
    ])
      expect(plain.replaceAll(/[ \n](?=<)/g, ' ')).toContain(words)
    expect(html).toContain(`href="${ann.unsubscribe.replace('&', '&amp;')}"`)
    expect(html + plain).not.toMatch(/\p{Co}/u)
  })

  it('greets people without a first name, and escapes what they called themselves', () => {
    const rendered = render([paragraph(text('Hello {First Name},'))], { subject: 'For {firstName}' })
    expect(personalize(rendered, { ...ann, firstName: '' })).toMatchObject({
      subject: 'For there',
      text: expect.stringContaining('Hello there,'),
    })
    const odd = personalize(rendered, { ...ann, firstName: '<b onclick="x">$& ' })
    expect(odd.html).toContain('Hello &lt;b onclick=&quot;x&quot;&gt;$&amp; ,')
    expect(odd.subject).toBe('For <b onclick="x">$& ')
  })

  it('keeps a recipient’s links out of the text and the links that an owner writes', () => {
    const spy = Object.values(PLACEHOLDERS).join('')
    const read = readNewsletter(
      stored(paragraph(text(`Hi ${spy}`, link(`https://evil.example/${spy}`))), {
        type: 'photo',
        attrs: { photo: 'rings', caption: spy, alt: '' },
      }),
    )
    if (!read.ok) return
    const { html } = renderNewsletter({
      ...inputOf([paragraph(text('x'))]),
      document: read.document,
      subject: spy,
    })
    expect(html.match(/[\uE010-\uE014]/g)).toEqual([PLACEHOLDERS.unsubscribe, PLACEHOLDERS.preferences])
  })

  it('leads links through the counter only when there is one, and says so', () => {
    const hrefs: string[] = []
    const linked = [...everything, paragraph(text('again', link('/gallery')))]
    const counted = render(linked, {
      countedLink: (href) => (hrefs.includes(href) ? hrefs.indexOf(href) + 1 : hrefs.push(href)),
    })
    expect(hrefs).toEqual(['/gallery', '/book-session', '/blog/snow'].map((path) => branding.siteUrl + path))
    const { html, text: plain } = personalize(counted, ann)
    expect(html.match(/href="https:[^"]*\/r\/ann-1"/g)).toHaveLength(2)
    expect(plain).toContain('<https://photos.example.com/r/ann-2>')
    expect(html + plain).toContain('We count clicks')
    expect(html + plain).not.toMatch(/\p{Co}|href="https:[^"]*\/gallery"/u)
    const withPlainLinks = { ...ann, counting: null, link: (n: number) => hrefs[n - 1] ?? '' }
    expect(personalize(counted, withPlainLinks)).toEqual(personalize(render(linked), ann))
    expect(personalize(render(everything), ann).html).not.toContain('We count clicks')
  })

  it('leaves out photos and posts that aren’t public, and incomplete buttons', () => {
    const { html } = render([
      { type: 'photo', attrs: { photo: 'private', caption: 'Secret', alt: 'Secret' } },
      { type: 'postTeaser', attrs: { post: 'draft' } },
      { type: 'button', attrs: { label: 'Nowhere', href: '' } },
      { type: 'button', attrs: { label: ' ', href: '/book-session' } },
    ])
    expect(html).not.toMatch(/Secret|draft|Nowhere|book-session|<img/)
  })

  it('is the same for the outbox, with the links of one person', () => {
    const body = newsletterBody(inputOf([paragraph(text('Hi'))]), ann)
    expect(JSON.parse(body)).toMatchObject({ part: 'EmailLayout', props: { title: 'Snow is here' } })
    expect(body).toContain(ann.unsubscribe)
  })
})

const inline = fc
  .array(
    fc.tuple(
      fc.string({
        unit: fc.constantFrom('<', '>', '"', "'", '&', '{first name}', 'on', '=', ' ', 'é', 'script'),
      }),
      fc.subarray(['bold', 'italic', 'strike']),
      fc.option(fc.constantFrom('https://example.com/?a="b"&<c>', '/book-session', 'mailto:a@example.com')),
    ),
    { maxLength: 4 },
  )
  .map((runs) =>
    runs
      .filter(([words]) => words !== '')
      .map(([words, marks, href]) =>
        text(words, ...(href ? [link(href)] : []), ...marks.map((type): Json => ({ type }))),
      ),
  )
const { block } = fc.letrec<{ block: Json; list: Json }>((tie) => ({
  list: fc
    .tuple(
      fc.array(fc.tuple(inline, fc.option(tie('list'), { maxDepth: 2 })), { minLength: 1, maxLength: 3 }),
      fc.constantFrom('bulletList', 'orderedList'),
    )
    .map(([items, type]) => ({
      type,
      content: items.map(([words, inner]) => ({
        type: 'listItem',
        content: [paragraph(...words), ...(inner ? [inner] : [])],
      })),
    })),
  block: fc.oneof(
    inline.map((words) => paragraph(...words)),
    fc.tuple(inline, fc.constantFrom(2, 3, 4)).map(([content, level]) => ({
      type: 'heading',
      attrs: { level },
      content,
    })),
    tie('list'),
    inline.map((words) => ({ type: 'blockquote', content: [paragraph(...words)] })),
    fc.constantFrom<Json>(
      { type: 'horizontalRule' },
      { type: 'photo', attrs: { photo: 'rings', caption: 'a <b>', alt: '"' } },
      { type: 'photo', attrs: { photo: 'constructor', caption: '', alt: '' } },
      { type: 'button', attrs: { label: '<b>', href: 'https://example.com/"' } },
      { type: 'postTeaser', attrs: { post: 'snow' } },
    ),
  ),
}))

/** Emails need an old DOCTYPE, attributes such as `cellpadding`, and inline styles. All else is checked. */
const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: {
    'doctype-html': 'off',
    'doctype-style': 'off',
    'no-deprecated-attr': 'off',
    'no-inline-style': 'off',
  },
})

describe('any document', () => {
  it('is valid HTML without anything active, and ends with the unsubscribe link', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(block, { minLength: 1, maxLength: 6 }), async (content) => {
        const { html, text: plain } = personalize(render(content), ann)
        const report = await validator.validateString(html)
        expect(
          report.results.flatMap(({ messages }) =>
            messages.map(({ ruleId, message }) => `${ruleId}: ${message}`),
          ),
        ).toEqual([])
        const { document: page } = new Window()
        page.write(html)
        expect(page.querySelectorAll('script, iframe, form, object, svg, link, base')).toHaveLength(0)
        for (const element of page.querySelectorAll('*'))
          for (const { name, value } of element.attributes) {
            expect(name).not.toMatch(/^on/)
            if (name === 'href' || name === 'src') expect(value).toMatch(/^(https:|mailto:)/)
          }
        expect(plain).toContain(ann.unsubscribe)
        expect(plain).not.toMatch(/\p{Co}/u)
      }),
      { numRuns: 60 },
    )
  })
})

describe('what arrives', () => {
  it.each<[string, unknown]>([
    ['a part of a post only', { type: 'codeBlock' }],
    ['an unknown part', { type: 'iframe', attrs: { src: 'https://evil.example' } }],
    ['a part named like a property', { type: '__proto__' }],
    ['a script', { type: 'script', content: [text('alert(1)')] }],
    ['an unknown mark', paragraph(text('x', { type: 'onclick' }))],
    ...[
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'java\tscript:alert(1)',
      ' javascript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      '//evil.example',
    ].flatMap((href): [string, unknown][] => [
      [`a link to ${href}`, paragraph(text('x', link(href)))],
      [`a button to ${href}`, { type: 'button', attrs: { label: 'x', href } }],
    ]),
    ['a button that is no text', { type: 'button', attrs: { label: { toString: 'x' }, href: '' } }],
    ['a button with a long text', { type: 'button', attrs: { label: 'x'.repeat(61), href: '' } }],
    ['a button with hidden characters', { type: 'button', attrs: { label: 'a\u202eb', href: '' } }],
    ['a photo from another place', { type: 'photo', attrs: { photo: 'https://evil.example/x.svg' } }],
    ['a post from another place', { type: 'postTeaser', attrs: { post: '../studio' } }],
  ])('is refused with a sentence: %s', (_, node) => {
    const read = readNewsletter(stored(node))
    expect(read).toMatchObject({ ok: false, sentence: expect.stringMatching(/^[A-Z].*\.$/s) })
  })
})

describe('the check before sending', () => {
  let world: Awaited<ReturnType<typeof localNetwork>>
  beforeAll(async () => {
    world = await localNetwork((request, response) => {
      const found = new URL(request.url ?? '', 'http://x').pathname === '/here'
      response.writeHead(found ? 200 : 404).end()
    })
  })
  afterAll(() => world.close())

  const address = ['41 Example Street', 'East Orange', 'NJ', '07017']
  const found = (content: Json[], more: Partial<NewsletterInput> = {}, where = address) => {
    const input = inputOf(content, more)
    return checkText({ input, rendered: renderNewsletter(input), address: where })
  }
  const wrong = (findings: Finding[]) => findings.filter(({ state }) => state !== 'ok')
  const fine = [paragraph(text('New work from June.'))]

  it('finds nothing wrong with a plain newsletter', () => {
    expect(wrong(found(fine))).toEqual([])
  })

  it('refuses one without a postal address, a subject, or a text', () => {
    for (const where of [
      [' ', ...address.slice(1)],
      [...address.slice(0, 3), ''],
    ])
      expect(wrong(found(fine, {}, where))).toMatchObject([
        { state: 'refused', sentence: expect.stringContaining('postal address') },
      ])
    expect(wrong(found(fine, { subject: ' ' }))).toMatchObject([{ state: 'refused' }])
    expect(wrong(found([paragraph()]))).toMatchObject([{ state: 'refused' }])
    for (const leftOut of [photo('private'), { type: 'postTeaser', attrs: { post: 'draft' } }])
      expect(wrong(found([leftOut])).map(({ state }) => state)).toContain('refused')
    expect(wrong(found([...fine, { type: 'button', attrs: { label: 'Book', href: '#x' } }]))).toMatchObject([
      { state: 'refused' },
    ])
  })

  it('refuses one whose unsubscribe link is gone', () => {
    const input = inputOf(fine)
    const { html, ...rest } = renderNewsletter(input)
    const rendered = { ...rest, html: html.replaceAll(PLACEHOLDERS.unsubscribe, '#') }
    expect(wrong(checkText({ input, rendered, address }))).toMatchObject([{ state: 'refused' }])
  })

  it.each<[string, Json[], Partial<NewsletterInput>, RegExp]>([
    ['a long subject', fine, { subject: 'x'.repeat(61) }, /61 characters/],
    ['capitals', fine, { subject: 'SNOW IS HERE' }, /capitals/],
    ['shouting', fine, { subject: 'Snow is here!!' }, /exclamation/],
    ['spam words', [paragraph(text('Hurry and ACT NOW'))], {}, /“ACT NOW”/],
    [
      'photos without alt text, or with only a title',
      [photo('untold'), photo('uploaded')],
      {},
      /The photos “[^“]+” and “IMG 4711” have no alt text\./,
    ],
    ['photos that aren’t public', [...fine, photo('private')], {}, /isn’t public/],
    [
      'posts that aren’t on the site',
      [...fine, { type: 'postTeaser', attrs: { post: 'draft' } }],
      {},
      /isn’t on your site/,
    ],
    ['a size that Gmail cuts off', [paragraph(text('words '.repeat(18_000)))], {}, /Gmail cuts it off/],
  ])('advises about %s', (_, content, more, sentence) => {
    expect(wrong(found(content, more)).map(({ state }) => state)).not.toContain('refused')
    expect(wrong(found(content, more)).some((each) => sentence.test(each.sentence))).toBe(true)
  })

  const asked = async (hrefs: string[], siteUrl: string, network = world.network) => {
    const content = hrefs.map((href) => paragraph(text('x', link(href))))
    const input = inputOf(content, { branding: { ...branding, siteUrl } })
    const findings = await checkNewsletter({ input, rendered: renderNewsletter(input), address }, network)
    return findings.map(({ sentence }) => sentence).join('\n')
  }

  it('asks each linked page once, and never a private address', async () => {
    world.lookedUp.length = 0
    const said = await asked(
      [
        world.at('/here'),
        world.at('/gone'),
        world.at('/here'),
        'https://nowhere.example/',
        'https://inside.example/',
        '#prices',
        'mailto:hello@example.com',
      ],
      'https://photos.example.com',
    )
    expect(said).toContain(`${world.at('/gone')} doesn’t exist.`)
    expect(said).toContain('https://nowhere.example/ couldn’t be found.')
    expect(said).toContain('https://inside.example/ is in a private network')
    expect(said).toContain('“#prices” leads nowhere')
    expect(said).not.toContain(world.at('/here'))
    expect(said).toMatch(/leads nowhere.*Everyone can unsubscribe/s)
    expect(world.lookedUp.filter((host) => host === 'calendar.example')).toHaveLength(2)
  })

  it('asks our own pages even in a private network', async () => {
    const noneAllowed = { ...world.network, isAllowed: () => false }
    const siteUrl = new URL(world.at('/', 'studio.example')).origin
    expect(await asked(['/here', '/gone'], siteUrl, noneAllowed)).toMatch(/gone doesn’t exist/)
    expect(await asked(['/here'], siteUrl, noneAllowed)).toContain('The link works.')
    expect(await asked([world.at('/here')], siteUrl, noneAllowed)).toContain('private network')
  })
})
