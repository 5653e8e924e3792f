import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Emphasis, splitEmphasis } from './emphasis'

it.each([
  ['The one you’ll *keep.*', 'The one you’ll <em>keep.</em>'],
  ['*All of it*', '<em>All of it</em>'],
  ['5 * 3 * 2', '5 * 3 * 2'],
  ['A lone * star', 'A lone * star'],
  ['<b>*x*</b>', '&lt;b&gt;<em>x</em>&lt;/b&gt;'],
])('sets %j', (text, html) => {
  const rendered = renderToStaticMarkup(<Emphasis text={text} />)
  expect(rendered.replaceAll(/<\/?span[^>]*>/g, '')).toBe(html)
})

it('removes only the marks', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const left = splitEmphasis(text).map((part) => part.text)
      expect(left.join('').replaceAll('*', '')).toBe(text.replaceAll('*', ''))
    }),
  )
})

it('gives each emphasized word its width, so that nothing moves when the italic font loads', () => {
  const words = renderToStaticMarkup(<Emphasis text="A drawer with your *name on it.*" />).match(
    /<span[^>]*>[^<]*/g,
  )
  expect(words).toEqual([
    '<span style="--w:2.135;--n:4">name',
    '<span style="--w:0.97;--n:2">on',
    '<span style="--w:0.825;--n:3">it.',
  ])
})
