import type { PageBody } from './model'

/** The link names of R24 and R26, used until the studio changes them. */
export const DEFAULT_NAVIGATION: PageBody<'navigation'> = {
  home: 'Home',
  gallery: 'Gallery',
  services: 'Services',
  about: 'About',
  portfolio: 'Portfolio',
  pricing: 'Pricing',
  blog: 'Blog',
  products: 'Mikhenzo Products',
  contact: 'Contact',
  book: 'Book a session',
  footerPages: 'Pages',
  footerReach: 'Reach us',
}
