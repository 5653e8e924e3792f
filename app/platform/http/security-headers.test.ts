import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy, takeScriptHashes } from './security-headers.server'

const sha = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

describe('the policy of a page', () => {
  it('allows scripts from this site and by hash only', () => {
    const policy = contentSecurityPolicy([sha('start()')])
    expect(policy).toContain(`script-src 'self' '${sha('start()')}';`)
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    for (const part of [
      `default-src 'none'`,
      `base-uri 'none'`,
      `frame-ancestors 'none'`,
      `form-action 'self'`,
    ])
      expect(policy.split('; ')).toContain(part)
    // Covered by default-src.
    expect(policy).not.toMatch(/(object|frame|media|worker|child)-src/)
  })

  it('allows frames of this site where a page needs them, and no others', () => {
    expect(contentSecurityPolicy()).not.toContain('frame-src')
    expect(contentSecurityPolicy([], { frames: true }).split('; ')).toContain(`frame-src 'self'`)
  })

  it('hashes scripts of the renderer, and none from content', () => {
    const { html, hashes } = takeScriptHashes(
      '<script nonce="n0">start()</script><p><script>steal()</script><script nonce="guess">steal()</script>' +
        '<script nonce="n0" type="module" src="/a.js"></script><link nonce="n0" rel="x">',
      'n0',
    )
    expect(hashes).toEqual([sha('start()')])
    expect(html).toBe(
      '<script>start()</script><p><script>steal()</script><script nonce="guess">steal()</script>' +
        '<script type="module" src="/a.js"></script><link rel="x">',
    )
  })
})
