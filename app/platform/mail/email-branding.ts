/** The sender, in the header and footer of every email. */
export interface EmailBranding {
  name: string
  logo: readonly [string, string]
  /** An image shown instead of the two letters. */
  picture?: { hash: string; width: number; height: number } | null
  email: string
  phone: string
  /** Postal address in one line. */
  address: string
  siteUrl: string
}

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
  studio: Omit<EmailBranding, 'address' | 'siteUrl'> & {
    address: PostalAddress
  },
  siteUrl: string,
): EmailBranding {
  const address = addressLine(studio.address)
  const { name, logo, picture = null, email, phone } = studio
  return { name, logo, picture, email, phone, address, siteUrl }
}
