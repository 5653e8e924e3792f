import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy } from './security-headers.server'

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
})
