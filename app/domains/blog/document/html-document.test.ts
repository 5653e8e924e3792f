import fc from 'fast-check'
import { test } from 'vitest'
import { documentFromHtml } from './html-document.server'

test('any HTML is a valid document', () => {
  const tags = [
    'p',
    'ul',
    'ol',
    'li',
    'blockquote',
    'pre',
    'h1',
    'h6',
    'a',
    'b',
    'code',
    'figure',
    'figcaption',
    'table',
  ]
  const piece = fc.oneof(
    fc.constantFrom(
      ...tags.flatMap((tag) => [`<${tag}>`, `</${tag}>`]),
      '<img src="a.jpg">',
      '<br>',
      '<hr>',
      '\n\n',
    ),
    fc.string({ unit: 'binary', maxLength: 12 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), fc.boolean(), (pieces, hasLines) => {
      documentFromHtml(pieces.join(''), { hasLines }).document.check()
    }),
    { numRuns: 400 },
  )
  documentFromHtml('<ul><li>'.repeat(20_000)).document.check()
  documentFromHtml(`${'<b>'.repeat(50_000)}x`).document.check()
})
