import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { articleOf, renderMarkdown } from './markdown.server'

describe('Markdown', () => {
  it('renders common elements', () => {
    expect(renderMarkdown('One *two* **three**.\n\n- four\n- five')).toBe(
      '<p>One <em>two</em> <strong>three</strong>.</p>\n<ul>\n<li>four</li>\n<li>five</li>\n</ul>',
    )
  })

  it('shows HTML of the source as text', () => {
    expect(renderMarkdown('a <b onclick="x()">b</b>')).toBe('<p>a &lt;b onclick="x()"&gt;b&lt;/b&gt;</p>')
    expect(renderMarkdown('<div><script>alert(1)</script></div>')).toBe(
      '<p>&lt;div&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;/div&gt;</p>',
    )
  })

  it('allows safe links only, and adds noopener to external ones', () => {
    expect(renderMarkdown('[a](/book-session)')).toBe('<p><a href="/book-session">a</a></p>')
    expect(renderMarkdown('[a](https://example.com/ "t")')).toBe(
      '<p><a href="https://example.com/" title="t" rel="noopener">a</a></p>',
    )
    expect(renderMarkdown('[a](mailto:hello@example.com) [b](tel:+19735550142)')).toContain(
      'href="tel:+19735550142"',
    )
    for (const address of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:text/html,x',
      '//example.com',
      'vbscript:x',
    ])
      expect(renderMarkdown(`[a](${address})`)).not.toContain('href')
  })

  it('gives headings unique ids, below the page’s title', () => {
    const { parts, headings } = articleOf('# It’s *Élan*\n\n## Price\n\n## Price\n\n### More\n\n## ???')
    expect(headings).toEqual([
      { id: 'its-elan', text: 'It’s Élan' },
      { id: 'price', text: 'Price' },
      { id: 'price-2', text: 'Price' },
      { id: 'section', text: '???' },
    ])
    expect(parts[0]?.kind === 'html' && parts[0].html).toContain('<h3 id="more">More</h3>')
  })
})

describe('photos in a text', () => {
  it('are separate parts, in order', () => {
    const article = articleOf(
      'Before.\n\n![Rings & a “page”](photo:rings "wide")\n\nAfter.\n\n![One](photo:one)\n![Two](photo:two)',
    )
    expect(article.parts).toEqual([
      { kind: 'html', html: '<p>Before.</p>' },
      { kind: 'photo', slug: 'rings', caption: 'Rings & a “page”', wide: true },
      { kind: 'html', html: '<p>After.</p>' },
      { kind: 'photo', slug: 'one', caption: 'One', wide: false },
      { kind: 'photo', slug: 'two', caption: 'Two', wide: false },
    ])
  })

  it('are plain text within a sentence, and external images are never shown', () => {
    expect(renderMarkdown('See ![the ring](photo:ring) here.')).toBe('<p>See the ring here.</p>')
    expect(renderMarkdown('![spy](https://example.com/pixel.gif)')).toBe('<p>spy</p>')
    expect(articleOf('```\n![x](photo:x)\n```').parts).toMatchObject([{ kind: 'html' }])
  })
})

describe('any text', () => {
  const hostile = fc.constantFrom(
    '<script>',
    '</script>',
    '<img src=x onerror=alert(1)>',
    '[a](javascript:alert(1))',
    '[a](java\nscript:x)',
    '<a href="javascript:x">',
    '![a](photo:a" onload="x)',
    '[a](https://e.com/" onmouseover="x)',
    '<svg/onload=x>',
    '&#106;avascript:',
    '<!--',
    ']]>',
    '`',
    '```\n',
    '\n\n',
    '# ',
    '> ',
    '| a |\n|---|\n',
    '[x]: javascript:alert(1)\n[x]',
    '<https://e.com/>',
    '\u0000',
  )
  const texts = fc
    .array(fc.oneof(hostile, fc.string(), fc.string({ unit: 'binary' })), { maxLength: 12 })
    .map((pieces) => pieces.join(''))

  it.each(['> ', '>', '- ', '* ', '1. ', '> - '])('parses however often %j precedes it', (mark) => {
    expect(renderMarkdown(`${mark.repeat(8_000)}the end`)).toContain('the end')
  })

  it.each([
    '_a_',
    '*_',
    '*a ',
    '_a',
    'a_b_',
    '***a** ',
    '~~a~~',
    'a*.',
    '`a',
    '[*a',
    '![a',
    'a@b.c ',
    '## a\n',
    '## _a_ ',
    '*a '.repeat(8).concat('b* '.repeat(8)),
  ])('parses however often %j occurs in it', (piece) => {
    expect(renderMarkdown(`${piece.repeat(30_000 / piece.length)}\n\nthe end`)).toContain('the end')
  })

  it('parses however deep its emphasis is nested', () => {
    const deep = (begin: string, end: string) => `${begin.repeat(8_000)}x${end.repeat(8_000)}\n\nthe end`
    expect(renderMarkdown(deep('*a ', 'b*'))).toContain('the end')
    expect(renderMarkdown(deep('[*a', '*](/b)'))).toContain('the end')
    expect(renderMarkdown('*one **two ~~three~~** four* ~~*five*~~')).toBe(
      '<p><em>one <strong>two <del>three</del></strong> four</em> <del><em>five</em></del></p>',
    )
  })

  it('keeps emphasis and links at any length', () => {
    const words = 'A sentence of some length, and then one more. '.repeat(60)
    const html = renderMarkdown(`${words}*one* ana@example.com **two** https://example.com/a_b_c _three_`)
    for (const part of ['<em>one</em>', '<strong>two</strong>', '<em>three</em>', '>ana@example.com</a>'])
      expect(html).toContain(part)
    expect(html).toContain('<a href="https://example.com/a_b_c" rel="noopener">')
  })

  it('never becomes active content', () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const part of articleOf(text).parts) if (part.kind === 'html') expectHarmless(part.html)
      }),
      { numRuns: 1_000 },
    )
  })

  const TAG = /<(\/?)([a-z0-9]+)((?:\s[a-z]+="[^"<>]*")*)\s*\/?>/g
  const ALLOWED_TAG =
    /^(p|h[234]|ul|ol|li|blockquote|hr|br|pre|code|strong|em|del|a|table|thead|tbody|tr|th|td)$/

  /** All tags and attributes are allowed ones, and links are safe. */
  function expectHarmless(html: string): void {
    expect(html.replace(TAG, '')).not.toMatch(/</)
    for (const [, , name = '', attributes = ''] of html.matchAll(TAG)) {
      expect(name).toMatch(ALLOWED_TAG)
      for (const [, attribute = '', value = ''] of attributes.matchAll(/\s([a-z]+)="([^"]*)"/g)) {
        expect(['href', 'title', 'rel', 'id', 'start', 'scope']).toContain(attribute)
        if (attribute === 'href')
          expect(value).toMatch(/^(https?:|mailto:|tel:|(?![a-z][a-z0-9+.-]*:)(?!\/\/))/i)
      }
    }
  }
})
