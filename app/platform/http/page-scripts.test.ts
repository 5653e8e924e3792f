import { describe, expect, it } from 'vitest'
import { hashOf, joinScripts } from './page-scripts.server'

const NONCE = 'n0'
const ours = (text: string) => `<script nonce="${NONCE}">${text}</script>`

describe('the scripts of a page', () => {
  it('are hashed if they have the renderer’s nonce, and not if they come from content', () => {
    const { html, scripts } = joinScripts(
      `<head>${ours('start()')}</head><p><script>steal()</script><script nonce="guess">steal()</script>` +
        `<script nonce="${NONCE}" type="module" src="/a.js"></script><link nonce="${NONCE}" rel="x">`,
      NONCE,
    )
    expect(scripts).toEqual([hashOf('start()')])
    expect(html).toBe(
      '<head><script>start()</script></head><p><script>steal()</script><script nonce="guess">steal()</script>' +
        '<script type="module" src="/a.js"></script><link rel="x">',
    )
  })

  it('are joined into the first one of the body, and run in order', () => {
    const { html, scripts } = joinScripts(
      `<head>${ours('a')}</head><script nonce="${NONCE}" src="/own.js"></script>${ours('b')}` +
        `<script nonce="${NONCE}" type="module">m</script>${ours('c // $&')}<script>d</script>${ours('e')}`,
      NONCE,
    )
    expect(html).toBe(
      '<head><script>a</script></head><script src="/own.js"></script><script>b\n;c // $&\n;e</script>' +
        '<script type="module">m</script><script></script><script>d</script><script></script>',
    )
    expect(scripts).toEqual(['a', 'b\n;c // $&\n;e', 'm'].map(hashOf))
  })
})
