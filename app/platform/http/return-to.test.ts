import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeReturnTo } from './return-to'

const SITE = 'https://photos.example.com'

describe('where to go after signing in', () => {
  it.each([
    '/',
    '/profile',
    '/profile#downloads',
    '/gallery?category=wedding&page=2',
    '/studio/settings/hours',
  ])('%s is accepted', (path) => expect(safeReturnTo(path, SITE)).toBe(path))

  it.each([
    '',
    'profile',
    '//e.example',
    '///e.example',
    '/\\e.example',
    '\\\\e.example',
    '/\t/e.example',
    '/\n/e.example',
    '\t//e.example',
    ' //e.example',
    '/%09/e.example',
    '/%2509/e.example',
    '/%5ce.example',
    '/%255ce.example',
    '/%2fe.example',
    '/%2Fe.example',
    '/%252fe.example',
    '/%25252fe.example',
    '/./%2fe.example',
    '/.//e.example',
    '/a/..//e.example',
    '/%2e%2e//e.example',
    'https://e.example',
    'https:e.example',
    'HTTPS://photos.example.com/',
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    '/%E0%A4%A',
    '/%00',
    `/${'a'.repeat(3_000)}`,
    `/${'%25'.repeat(20)}2fe`,
  ])('%j is refused', (path) => expect(safeReturnTo(path, SITE)).toBeUndefined())

  it('resolves to our origin, for any input, and stays the same when checked again', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '//',
      '%2f',
      '%5c',
      '%09',
      '\t',
      '\n',
      '.',
      '..',
      ':',
      '@',
      'e.example',
      'javascript',
      '?',
      '#',
      '%25',
      'a',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(pieces, { maxLength: 12 }).map((all) => all.join('')),
          fc.webPath(),
          fc.string(),
        ),
        (text) => {
          const place = safeReturnTo(text, SITE)
          if (place === undefined) return
          expect(new URL(place, SITE).origin).toBe(SITE)
          expect(place).toMatch(/^\/(?![/\\])/)
          expect(new URL(decodeURIComponent(place), SITE).origin).toBe(SITE)
          expect(safeReturnTo(place, SITE)).toBe(place)
        },
      ),
      { numRuns: 3_000 },
    )
  })
})
