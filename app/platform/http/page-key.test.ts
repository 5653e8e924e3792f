import { describe, expect, it } from 'vitest'
import { pageKey, pagePath } from './page-key'

const keyOf = (target: string, gpc = false) => pageKey(new URL(target, 'http://localhost'), gpc)?.key

describe('what a page is kept under', () => {
  it('is its path and the query that it reads, in one order', () => {
    expect(keyOf('/about')).toBe('/about')
    expect(keyOf('/gallery?page=2&category=weddings')).toBe(keyOf('/gallery?category=weddings&page=2'))
    expect(keyOf('/gallery?page=2')).not.toBe(keyOf('/gallery'))
  })

  it('does not count what the page does not read', () => {
    expect(keyOf('/about?utm_source=x&page=9')).toBe('/about')
    expect(keyOf('/gallery?page=2&x=1&page=3')).toBe('/gallery?page=2')
    expect(pageKey(new URL('http://localhost/about?x=1'), false)?.target).toBe('/about')
  })

  it('is kept for the first step of booking, which says nothing of what is free', () => {
    expect(keyOf('/book-session?utm_source=x')).toBe('/book-session')
  })

  it('tells a page from its data', () => {
    expect(keyOf('/about.data')).toBe('/about.data')
    expect(keyOf('/gallery.data?page=2&_routes=root&x=1')).toBe('/gallery.data?_routes=root&page=2')
    expect([pagePath('/_.data'), pagePath('/blog.data'), pagePath('/blog')]).toEqual(['/', '/blog', '/blog'])
  })

  it('knows Global Privacy Control where the page speaks of it', () => {
    expect(keyOf('/terms', true)).not.toBe(keyOf('/terms', false))
    expect(keyOf('/about', true)).toBe(keyOf('/about', false))
  })

  it.each([
    '/login',
    '/register',
    '/forgot-password',
    '/profile',
    '/profile/two-factor',
    '/reset-password/abcdef',
    '/sign-in/abcdef.data',
    '/download',
    '/newsletter/unsubscribe/abcdef',
    '/newsletter/unsubscribe/abcdef.data',
    '/thank-you',
    '/__manifest?paths=%2Fabout&version=1',
    '/book-session?service=portrait',
    '/book-session.data?service=portrait&_routes=x',
    '/book-session/details?slot=x',
    '/About',
    '/about/',
    '/%61bout',
  ])('is nothing for %s', (path) => expect(keyOf(path)).toBeUndefined())
})
