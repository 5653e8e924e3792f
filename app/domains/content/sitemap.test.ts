import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sitemapXml } from './sitemap'
import { xmlElement, xmlText } from './xml'

/** Control characters except tab, line feed and carriage return, and two noncharacters (XML 1.0, 2.2). */
const NOT_IN_XML = /(?![\t\n\r])\p{Cc}(?<![\u007f-\u009f])|[\ufffe\uffff]/gu

const characters = fc.oneof(
  fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 1 }),
  fc.constantFrom('é', '😀', '\ufffe', '\uffff', '\ud800', '\udc00', '\u0085'),
)

describe('XML', () => {
  it('escapes markup in text, and round-trips', () => {
    fc.assert(
      fc.property(fc.string({ unit: characters }), (text) => {
        const escaped = xmlText(text)
        expect(escaped).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|apos);)/)
        expect(escaped).not.toMatch(NOT_IN_XML)
        const back = escaped
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&quot;', '"')
          .replaceAll('&apos;', "'")
          .replaceAll('&amp;', '&')
        expect(back).toBe(text.toWellFormed().replace(NOT_IN_XML, ''))
      }),
    )
  })

  it('escapes attributes', () => {
    expect(xmlElement('a', { href: '/?a=1&b="2"' })).toBe('<a href="/?a=1&amp;b=&quot;2&quot;"/>')
  })
})

describe('the site map', () => {
  it('lists pages with images and change dates', () => {
    expect(
      sitemapXml([
        { url: 'https://example.com/', changedAt: Date.UTC(2026, 10, 20, 12) },
        { url: 'https://example.com/a?b=1&c=2', images: ['https://example.com/media/a/1200.jpg'] },
      ]),
    ).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" ' +
        'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">' +
        '<url><loc>https://example.com/</loc><lastmod>2026-11-20T12:00:00.000Z</lastmod></url>' +
        '<url><loc>https://example.com/a?b=1&amp;c=2</loc>' +
        '<image:image><image:loc>https://example.com/media/a/1200.jpg</image:loc></image:image></url>' +
        '</urlset>\n',
    )
  })

  it('stays within the limits of the protocol', () => {
    const entries = Array.from({ length: 50_001 }, (_, n) => ({ url: `https://example.com/${n}` }))
    expect(sitemapXml(entries).match(/<url>/g)).toHaveLength(50_000)
  })
})
