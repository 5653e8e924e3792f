import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
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

  it('are joined into the first one of the body, and run in order, also after one that fails', () => {
    const { html, scripts } = joinScripts(
      `<head>${ours('a')}</head><script nonce="${NONCE}" src="/own.js"></script>${ours('ran.push("b $&")')}` +
        `<script nonce="${NONCE}" type="module">m</script>${ours('broken() // ')}<script>d</script>${ours('ran.push("e")')}`,
      NONCE,
    )
    const joined = /<script>(try[^<]*)<\/script>/.exec(html)?.[1] ?? ''
    expect(html).toBe(
      `<head><script>a</script></head><script src="/own.js"></script><script>${joined}</script>` +
        '<script type="module">m</script><script></script><script>d</script><script></script>',
    )
    expect(scripts).toEqual(['a', joined, 'm'].map(hashOf))
    const ran: string[] = []
    const error = vi.fn()
    runInNewContext(joined, { ran, console: { error } })
    expect(ran).toEqual(['b $&', 'e'])
    expect(error).toHaveBeenCalledOnce()
  })
})
