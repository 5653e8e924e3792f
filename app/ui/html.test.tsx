import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { JsonLd } from './html'

it('text can’t close the script element', () => {
  const html = renderToStaticMarkup(<JsonLd data={{ name: '</script><script>alert(1)</script>' }} />)
  expect(html.match(/<\/?script/g)).toHaveLength(2)
  expect(JSON.parse(html.replace(/^<script[^>]*>|<\/script>$/g, ''))).toEqual({
    name: '</script><script>alert(1)</script>',
  })
})
