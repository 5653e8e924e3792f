import { paths } from '~/ui/paths'

/** R24, in this order. */
export const navigation = [
  { label: 'Home', to: paths.home() },
  { label: 'Gallery', to: paths.gallery() },
  { label: 'Services', to: paths.services() },
  { label: 'About', to: paths.about() },
  { label: 'Portfolio', to: paths.portfolio() },
  { label: 'Pricing', to: paths.pricing() },
  { label: 'Blog', to: paths.blog() },
  { label: 'Mikhenzo Products', to: paths.products() },
  { label: 'Contact', to: paths.contact() },
]

/** R26, in this order. */
export const footerPages = [
  'Home',
  'Gallery',
  'Services',
  'About',
  'Contact',
  'Blog',
  'Mikhenzo Products',
].flatMap((label) => navigation.filter((link) => link.label === label))

/** @param phone as people write it, such as "(973) 555-0142"; ten digits are taken as a number of the United States */
export function telephoneLink(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  return `tel:${phone.trim().startsWith('+') ? '+' : digits.length === 10 ? '+1' : '+'}${digits}`
}
