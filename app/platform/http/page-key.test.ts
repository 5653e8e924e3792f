import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalTarget, pageKey, pagePath } from './page-key'

const routeIds = (path: string) => ['root', 'layout', `routes${path}`]
const at = (target: string) => new URL(target, 'http://localhost')
const keyOf = (target: string, gpc = false) => pageKey(at(target), gpc, routeIds)?.key
const canonical = (target: string) => canonicalTarget(at(target))

describe('the cache key of a page', () => {
  it('is its path and the parameters that it reads, in a fixed order', () => {
    expect(keyOf('/about')).toBe('/about')
    expect(keyOf('/gallery?page=2&category=weddings')).toBe(keyOf('/gallery?category=weddings&page=2'))
    expect(keyOf('/gallery?page=2')).not.toBe(keyOf('/gallery'))
  })

  it('ignores parameters that the page doesn’t read', () => {
    expect(keyOf('/about?utm_source=x&page=9')).toBe('/about')
    expect(keyOf('/gallery?page=2&x=1&page=3')).toBe('/gallery?page=2')
    expect(pageKey(at('/about?x=1'), false, routeIds)?.target).toBe('/about')
  })

  it('is the same for every spelling of a value', () => {
    for (const page of ['1', '1.000', '01', '+1', '1e0', '%201', ''])
      expect(keyOf(`/gallery?page=${page}`), page).toBe('/gallery')
    for (const page of ['2', '2.0', '0x2', '002'])
      expect(keyOf(`/gallery?page=${page}`)).toBe('/gallery?page=2')
    expect(keyOf('/gallery?category=&page=3')).toBe('/gallery?page=3')
    expect(keyOf('/gallery/photo/rings?page=7')).toBe('/gallery/photo/rings')
  })

  it('doesn’t depend on which loaders a client requests', () => {
    expect(keyOf('/about.data?_routes=root,nonsense')).toBe('/about.data?_routes=root')
    expect(keyOf('/about.data?_routes=routes/about,root,root')).toBe(
      '/about.data?_routes=root%2Croutes%2Fabout',
    )
    expect(keyOf('/about.data?_routes=nonsense')).toBeUndefined()
    expect(keyOf('/about?_routes=root')).toBe('/about')
  })

  it('exists for the first booking step, which shows no free times', () => {
    expect(keyOf('/book-session?utm_source=x')).toBe('/book-session')
  })

  it('differs between a page and its data', () => {
    expect(keyOf('/about.data')).toBe('/about.data')
    expect(keyOf('/gallery.data?page=2&_routes=root&x=1')).toBe('/gallery.data?page=2&_routes=root')
    expect([pagePath('/_.data'), pagePath('/blog.data'), pagePath('/blog')]).toEqual(['/', '/blog', '/blog'])
  })

  it('includes Global Privacy Control only for pages that mention it', () => {
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
  ])('doesn’t exist for %s', (path) => expect(keyOf(path)).toBeUndefined())
})

describe('the canonical address of a page', () => {
  it.each([
    ['/gallery?page=1.000', '/gallery'],
    ['/gallery?page=1', '/gallery'],
    ['/gallery?page=02&category=weddings&utm_source=x', '/gallery?page=2&category=weddings&utm_source=x'],
    ['/gallery?category=&fbclid=y', '/gallery?fbclid=y'],
    ['/contact?subject=&product=album', '/contact?product=album'],
  ])('for %s is %s', (from, to) => expect(canonical(from)).toBe(to))

  it.each([
    '/gallery',
    '/gallery?page=2&category=weddings',
    '/gallery?category=weddings&page=2',
    '/gallery?page=no&utm_source=x',
    '/gallery?page=1.5',
    '/gallery?page=-1',
    '/about?page=1.000&utm_campaign=a%20b',
    '/book-session?service=portrait&location=studio&date=2026-12-05',
    '/gallery.data?page=1.000',
  ])('for %s is itself', (target) => expect(canonical(target)).toBeUndefined())

  it('redirects nowhere else, and has the same key', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.nat(), (category, odd, page) => {
        const query = new URLSearchParams({ category, page: page % 2 === 0 ? odd : `${page}.0` })
        const from = `/gallery?${query}`
        const to = canonical(from)
        if (to === undefined) return
        expect(canonical(to)).toBeUndefined()
        expect(keyOf(to)).toBe(keyOf(from))
      }),
    )
  })
})
