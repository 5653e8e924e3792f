import { unbroken } from '~/platform/text'
import { accentColors, DEFAULT_ACCENT } from '../accent'

/** The sender, in the header and footer of every email. */
export interface EmailBranding {
  name: string
  logo: readonly [string, string]
  /** An image shown instead of the two letters. */
  picture?: { hash: string; width: number; height: number } | null
  email: string
  /** The email that people read; '': none. */
  shownEmail?: string
  phone: string
  /** Postal address in one line. */
  address: string
  siteUrl: string
  /** The studio's color on paper and in the darkroom; absent: ink. */
  accent?: { paper: string; dark: string }
}

/** " or call (973) 555-0142", after what a client can do instead; '' without a phone number. */
export const orCall = ({ phone }: EmailBranding): string => (phone === '' ? '' : ` or call ${phone}`)

interface PostalAddress {
  street: string
  locality: string
  region: string
  postalCode: string
}

/** "41 Example Street, East Orange, NJ 07017" */
export const addressLine = ({ street, locality, region, postalCode }: PostalAddress): string =>
  [street, locality, `${region} ${postalCode}`.trim()].filter((part) => part !== '').join(', ')

/** From the studio's settings. */
export function emailBrandingOf(
  studio: Omit<EmailBranding, 'address' | 'siteUrl' | 'accent'> & {
    address: PostalAddress
    accent?: string
  },
  siteUrl: string,
): EmailBranding {
  const address = addressLine(studio.address)
  const { name, logo, picture = null, email, shownEmail = email } = studio
  const branding = { name, logo, picture, email, shownEmail, phone: unbroken(studio.phone), address, siteUrl }
  if (!studio.accent || studio.accent === DEFAULT_ACCENT) return branding
  const { paper, dark } = accentColors(studio.accent)
  return { ...branding, accent: { paper, dark } }
}
