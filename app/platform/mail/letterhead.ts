/** Who writes: what stands at the top and at the foot of every message. */
export interface Letterhead {
  name: string
  logo: readonly [string, string]
  /** A picture in place of the letters. */
  picture?: { hash: string; width: number; height: number } | null
  email: string
  phone: string
  /** In one line. */
  address: string
  siteUrl: string
}

/** Made of the studio’s facts as its settings hold them. */
export function letterheadOf(
  studio: Omit<Letterhead, 'address' | 'siteUrl'> & {
    address: { street: string; locality: string; region: string; postalCode: string }
  },
  siteUrl: string,
): Letterhead {
  const { street, locality, region, postalCode } = studio.address
  const address = [street, locality, `${region} ${postalCode}`.trim()]
    .filter((part) => part !== '')
    .join(', ')
  const { name, logo, picture = null, email, phone } = studio
  return { name, logo, picture, email, phone, address, siteUrl }
}
