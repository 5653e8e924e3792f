import type { PageBody } from './model'

/** R24 and R26 to the letter: what the links are called until the studio calls them something else. */
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
