import type { Notch } from '../../model'

/** A service as the Studio lists it, published or not. */
export interface ListedService {
  id: string
  slug: string
  title: string
  notch: Notch
  fromPriceCents: number
  priceUnit: string
  isPublished: boolean
  packages: { slug: string; title: string; priceCents: number; isRecommended: boolean }[]
}

/** A page holds no more than this. */
export const MOST_SERVICES = 50
export const MOST_PACKAGES = 20
