/** The sender, in the header and footer of every email. */
export interface EmailBranding {
  name: string
  logo: readonly [string, string]
  /** An image in place of the letters. */
  picture?: { hash: string; width: number; height: number } | null
  email: string
  phone: string
  /** In one line. */
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

/** Made of the studio’s facts as its settings hold them. */
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
