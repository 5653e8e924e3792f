import { paths } from '~/ui/paths'

/** R24, in this order. The studio can change the names. */
const PAGES = {
  home: paths.home,
  gallery: paths.gallery,
  services: paths.services,
  about: paths.about,
  portfolio: paths.portfolio,
  pricing: paths.pricing,
  blog: paths.blog,
  products: paths.products,
  contact: paths.contact,
} as const

type Labels = Record<keyof typeof PAGES, string>

/** The links of the header. */
export const navigationLinks = (labels: Labels) => linksTo(labels, Object.keys(PAGES) as (keyof Labels)[])

/** R26, in this order. */
export const footerLinks = (labels: Labels) =>
  linksTo(labels, ['home', 'gallery', 'services', 'about', 'contact', 'blog', 'products'])

const linksTo = (labels: Labels, pages: (keyof Labels)[]) =>
  pages.map((page) => ({ label: labels[page], to: PAGES[page]() }))

/** @param phone as written, such as "(973) 555-0142"; ten digits are a US number */
export function telephoneLink(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  return `tel:${phone.trim().startsWith('+') ? '+' : digits.length === 10 ? '+1' : '+'}${digits}`
}
