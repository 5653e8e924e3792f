import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Emphasis, plainText } from './emphasis'

it.each([
  ['The one you’ll *keep.*', 'The one you’ll <em>keep.</em>'],
  ['*All of it*', '<em>All of it</em>'],
  ['5 * 3 * 2', '5 * 3 * 2'],
  ['A lone * star', 'A lone * star'],
  ['<b>*x*</b>', '&lt;b&gt;<em>x</em>&lt;/b&gt;'],
])('sets %j', (text, html) => {
  expect(renderToStaticMarkup(<Emphasis text={text} />)).toBe(html)
})

it('loses nothing but the marks', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(plainText(text).replaceAll('*', '')).toBe(text.replaceAll('*', ''))
    }),
  )
})
