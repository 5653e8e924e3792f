import { describe, expect, it } from 'vitest'
import { canonicalAddress, isSamePage } from './page-address'

const at = (address: string) => {
  const { pathname, search } = new URL(address, 'https://studio.example')
  return { pathname, search }
}

describe('the canonical link (R28)', () => {
  it.each([
    ['/', '/'],
    ['/about', '/about'],
    ['/about/', '/about'],
    ['/about?utm_source=letter', '/about'],
    ['/thank-you?for=message', '/thank-you'],
    ['/gallery?category=weddings', '/gallery?category=weddings'],
    ['/gallery?page=1', '/gallery'],
    ['/gallery?fbclid=x&page=2&category=weddings', '/gallery?category=weddings&page=2'],
    ['/gallery/photo/roses?category=weddings', '/gallery/photo/roses'],
  ])('of %s is the site and %s', (address, path) => {
    expect(canonicalAddress('https://studio.example', at(address))).toBe(`https://studio.example${path}`)
  })
})

describe('navigation from one address to another (R28)', () => {
  it.each([
    ['/gallery', '/gallery?category=weddings'],
    ['/gallery', '/gallery/photo/roses'],
    ['/gallery?page=2', '/gallery/photo/roses?category=weddings'],
    ['/gallery/photo/roses', '/gallery/photo/rings'],
    ['/book-session', '/book-session?service=portrait'],
    ['/terms', '/terms/'],
  ])('stays within a page: %s to %s', (from, to) => {
    expect(isSamePage(at(from), at(to))).toBe(true)
    expect(isSamePage(at(to), at(from))).toBe(true)
  })

  it.each([
    ['/', '/gallery'],
    ['/', '/gallery/photo/roses'],
    ['/gallery', '/gallery?page=2'],
    ['/blog', '/blog/rain'],
    ['/blog/rain', '/blog/wear'],
  ])('goes to another page: %s to %s', (from, to) => {
    expect(isSamePage(at(from), at(to))).toBe(false)
    expect(isSamePage(at(to), at(from))).toBe(false)
  })
})
