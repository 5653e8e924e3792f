interface Priced {
  slug: string
  title: string
  priceCents: number
}

/** Prices of the same work, each of which is changed by itself. */
export interface ServicePrices {
  service: Priced
  packages: Priced[]
  sessionTypes: Priced[]
}
