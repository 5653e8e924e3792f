import type { Generated } from 'kysely'

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
  /** The text as Markdown. */
  body: string
  /** The text as a document, JSON; null: only the Markdown. */
  document: string | null
  category: string
  /** Size and time, such as "8 × 10 in · 6 days". */
  details: string
  /** Only used without variants. */
  price_cents: number
  /** 1: the price is the lowest of several. Only used without variants. */
  price_from: number
  photo_id: string | null
  /** JSON list of the ids of further photos. Those of deleted photos are ignored. */
  views: string
  /** JSON list of ProductVariant. */
  variants: Generated<string>
  /** JSON list of ProductOption. */
  options: Generated<string>
  taxable: Generated<number>
  sold_out: Generated<number>
  position: number
  published_at: number | null
  /** Raised by each save. */
  version: Generated<number>
}
