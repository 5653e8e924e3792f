import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WithTimes } from './with-times'

test.each([
  ['Due June 27, 2026.', ['June 27, 2026']],
  ['From Saturday, May 2, until Nov 3, 9 AM EST', ['May 2', 'Nov 3', '9 AM EST']],
  ['On December 5, 2026, 10:30 – 11:15 AM Eastern Time', ['December 5, 2026', '10:30 – 11:15 AM']],
  ['11 AM – 12 PM EST', ['11 AM – 12 PM EST']],
  ['September 2026, a 3 AMP fuse, room 4', []],
])('in “%s”, no line breaks within %j', (text, held) => {
  const html = renderToStaticMarkup(<WithTimes>{text}</WithTimes>)
  const spans = [...html.matchAll(/<span style="white-space:nowrap">([^<]*)<\/span>/g)]
  expect(spans.map(([, part]) => part)).toEqual(held)
  expect(html.replaceAll(/<[^>]*>/g, '')).toBe(text)
})

test('a link among the words stays as it is', () => {
  const shown = (
    <WithTimes>
      Due June 27. <a href="/pay">Pay now</a>
    </WithTimes>
  )
  expect(renderToStaticMarkup(shown)).toBe(
    'Due <span style="white-space:nowrap">June 27</span>. <a href="/pay">Pay now</a>',
  )
})
