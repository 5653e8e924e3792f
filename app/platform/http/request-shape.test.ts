import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSoundPath } from './request-shape.server'

describe('a path', () => {
  it.each([
    '/',
    '/gallery/photo/roses-by-the-window',
    '/.well-known/gpc.json',
    '/a..b/c.',
    '/100%25',
    '/caf%C3%A9',
    '/a%2Fb',
  ])('%s is sound', (path) => expect(isSoundPath(path)).toBe(true))

  it.each([
    'no-slash',
    '/../etc/passwd',
    '/media/../../etc/passwd',
    '/media/..',
    '/media/./x',
    '/media/%2e%2e/x',
    '/media/%2E%2E%2Fx',
    '/media/..%2fx',
    '/media/%252e%252e%252fx',
    '/media/%25252e%25252e%25252fx',
    '/media\\..\\x',
    '/media/..%5cx',
    '/media/%255c',
    '/a%00b',
    '/a%2500b',
    '/a%0d%0aSet-Cookie:x',
    '/%',
    '/%zz',
    '/%c0%ae%c0%ae/',
    '/%ff',
    '//evil.example',
    '/a//b',
  ])('%s isn’t sound', (path) => expect(isSoundPath(path)).toBe(false))

  it('a sound path has no dot segments, decoded once or twice', () => {
    const piece = fc.constantFrom('..', '.', '/', '%2e', '%2f', '%5c', '\\', '%25', '2e', 'a', '%', '%00')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const path = `/${pieces.join('')}`
        if (!isSoundPath(path)) return
        for (let decoded = path, n = 0; n < 3; n += 1) {
          expect(decoded.split(/[\\/]/)).not.toContain('..')
          try {
            decoded = decodeURIComponent(decoded)
          } catch {
            return
          }
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
