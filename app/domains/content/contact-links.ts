import type { Business, ContactLinks } from './model'

/** @param phone as written, such as "(973) 555-0142"; ten digits are a US number */
export function telephoneLink(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  return `tel:+${digits.length === 10 && !phone.includes('+') ? 1 : ''}${digits}`
}

/**
 * How to reach the studio.
 * @param otherwise the link in place of the email until the owner has entered one
 */
export const contactLinks = (
  { phone, shownEmail: email }: Pick<Business['studio'], 'phone' | 'shownEmail'>,
  otherwise: ContactLinks['email'] = null,
): ContactLinks => ({
  phone: phone ? { label: phone, to: telephoneLink(phone) } : null,
  email: email ? { label: email, to: `mailto:${email}` } : otherwise,
})
