/** Products; see platform/db/schema.ts for how instants, flags, money and json are stored. */
declare module '~/platform/db/schema' {
  interface Database {
    products: ProductTable
  }
}

interface ProductTable {
  id: string
  slug: string
  title: string
  summary: string
  body: string
  category: string
  /** Size and time, such as "8 × 10 in · 6 days". */
  details: string
  price_cents: number
  /** 1: the price is the lowest of several. */
  price_from: number
  photo_id: string | null
  position: number
  published_at: number | null
}

export {}
