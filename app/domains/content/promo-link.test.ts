import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isPromoLink } from './promo-link'

it.each(['/', '/book-session', '/services#prom', '/gallery?category=Prom', 'https://example.com/prom?x=1'])(
  'the promotion may lead to %j',
  (link) => expect(isPromoLink(link)).toBe(true),
)

it.each([
  '',
  'book-session',
  '//example.com',
  '/\\example.com',
  '/\t/example.com',
  '/%2f/example.com',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  'http://example.com',
  'https://',
  'https:/example.com',
  'https://us@example.com',
  'https://example.com/a b',
  'https://example.com\\@evil.example',
  `/${'a'.repeat(500)}`,
])('it may not lead to %j', (link) => expect(isPromoLink(link)).toBe(false))

it('what it takes leads to this site or to a secure one, in every browser’s reading', () => {
  const pieces = fc.constantFrom('/', '\\', '\t', '%2f', 'javascript:', 'https:', 'a', '.', '@', '#', '?')
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      const link = parts.join('')
      if (!isPromoLink(link)) return
      const { origin, protocol } = new URL(link, 'https://ours.example')
      expect(link.startsWith('/') ? origin : protocol).toBe(
        link.startsWith('/') ? 'https://ours.example' : 'https:',
      )
    }),
  )
})
