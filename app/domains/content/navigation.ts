import type { PageBody, PageSlug, Settings } from './model'

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

/** The pages that are turned off. */
export const pagesOff = ({ blog, products, portfolio, portrait }: Settings['pages']): Set<PageSlug> =>
  new Set([
    ...(blog ? [] : (['blog'] as const)),
    ...(products ? [] : (['mikhenzo-products'] as const)),
    ...(portfolio ? [] : (['portfolio'] as const)),
    ...(portrait ? [] : (['portrait'] as const)),
  ])
