import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { containsWords } from '~/platform/db/search-terms.server'
import { newId } from '~/platform/ids.server'
import type { ProductDraft } from './draft'
import type { ProductView } from './model'

export interface StoredProduct extends Omit<ProductView, 'photo'> {
  /** Markdown */
  body: string
  photoId: string | null
}

/** The published products in their order. */
export async function selectProducts(db: Db): Promise<StoredProduct[]> {
  const rows = await db
    .selectFrom('products')
    .selectAll()
    .where('published_at', 'is not', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(productFrom)
}

const productFrom = (row: Row<'products'>): StoredProduct => ({
  slug: row.slug,
  title: row.title,
  summary: row.summary,
  category: row.category,
  details: row.details,
  priceCents: row.price_cents,
  priceFrom: row.price_from === 1,
  body: row.body,
  photoId: row.photo_id,
})

export async function insertProduct(
  db: Db,
  product: ProductDraft,
  { position, photoId, at }: { position: number; photoId: string | null; at: number },
): Promise<void> {
  const { slug, title, summary, body, category, details } = product
  await db
    .insertInto('products')
    .values({
      ...{ id: newId(), slug, title, summary, body, category, details },
      price_cents: product.priceCents,
      price_from: product.priceFrom ? 1 : 0,
      photo_id: photoId,
      position,
      published_at: at,
    })
    .execute()
}

export const selectProductsCalled = (db: Db, words: string, limit: number) =>
  db
    .selectFrom('products')
    .select(['slug', 'title', 'category'])
    .where('published_at', 'is not', null)
    .where(containsWords('title', words))
    .orderBy('position')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Every product with a photo, published or not. */
export const selectProductPhotos = (
  db: Db,
): Promise<Pick<Row<'products'>, 'slug' | 'title' | 'photo_id' | 'published_at'>[]> =>
  db
    .selectFrom('products')
    .select(['slug', 'title', 'photo_id', 'published_at'])
    .where('photo_id', 'is not', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
