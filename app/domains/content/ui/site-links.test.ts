import { expect, it } from 'vitest'
import navigationFile from '../../../../content/pages/navigation.json'
import { telephoneLink } from '../contact-links'
import { DEFAULT_NAVIGATION } from '../navigation'
import { footerLinks, navigationLinks } from './site-links'

const navigation = navigationLinks(DEFAULT_NAVIGATION)
const footerPages = footerLinks(DEFAULT_NAVIGATION)

it('has the names of R24 and R26 by default', () => {
  expect(navigationFile.body).toEqual(DEFAULT_NAVIGATION)
})

it('lists the navigation in order (R24)', () => {
  expect(navigation.map(({ label }) => label)).toEqual([
    'Home',
    'Gallery',
    'Services',
    'About',
    'Portfolio',
    'Pricing',
    'Blog',
    'Mikhenzo Products',
    'Contact',
  ])
  expect(navigation.map(({ to }) => to)).toEqual([
    '/',
    '/gallery',
    '/services',
    '/about',
    '/portfolio',
    '/pricing',
    '/blog',
    '/mikhenzo-products',
    '/contact',
  ])
})

it('lists the pages of the footer (R26)', () => {
  expect(footerPages.map(({ label }) => label)).toEqual([
    'Home',
    'Gallery',
    'Services',
    'About',
    'Contact',
    'Blog',
    'Mikhenzo Products',
  ])
})

it.each([
  ['(973) 555-0142', 'tel:+19735550142'],
  ['1 973 555 0142', 'tel:+19735550142'],
  ['+44 20 7946 0123', 'tel:+442079460123'],
])('makes %s a link to call', (phone, link) => {
  expect(telephoneLink(phone)).toBe(link)
})
