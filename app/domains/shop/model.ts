import type { PhotoView } from '~/domains/photos/model'

export interface ProductView {
  slug: string
  title: string
  summary: string
  category: string
  /** Size and time, such as "8 × 10 in · 6 days". */
  details: string
  priceCents: number
  /** The price is the lowest of several. */
  priceFrom: boolean
  photo: PhotoView | null
}

export interface ProductPage extends ProductView {
  /** Made from Markdown and safe to put in. */
  html: string
  others: ProductView[]
}
