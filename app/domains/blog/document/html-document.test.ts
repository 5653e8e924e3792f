import fc from 'fast-check'
import { expect, test } from 'vitest'
import { articleFrom } from './article.server'
import { documentFromHtml } from './html-document.server'

const SCRIPTS = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//x.example.com></sCrIpT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)><svg><script>alert(1)</script></svg>',
  '<a href="javascript:alert(1)">a</a>',
  '<a href=" jAvA\tscript:alert(1)">b</a>',
  '<a href="data:text/html,<script>alert(1)</script>">c</a>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<style>@import "//x.example.com"</style><link rel=stylesheet href=//x>',
  '<math><mi//xlink:href="javascript:alert(1)">',
  '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
  '<form action="javascript:alert(1)"><button>x</button></form>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<!--><script>alert(1)</script-->',
]

test('script in every spelling stays out of a document', () => {
  const shown = (html: string) => {
    const { document } = documentFromHtml(html)
    return articleFrom(document)
      .parts.map((part) => (part.kind === 'html' ? part.html : ''))
      .join('')
  }
  for (const html of SCRIPTS)
    expect(shown(html)).not.toMatch(/<(script|img|svg|iframe|style|object|form)|javascript:|data:|\son\w+=/i)
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...SCRIPTS, '<p>', '</p>', '<ul><li>', '<pre>', 'text ', '</ul>')),
      (parts) => {
        expect(shown(parts.join(''))).not.toMatch(
          /<(script|img|svg|iframe|style|object|form)|href="(javascript|data):/i,
        )
      },
    ),
    { numRuns: 200 },
  )
})

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
