import { columnsOfText, textOf } from '~/domains/texts/stored-text'
import type { Db, Tx } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { containsWords } from '~/platform/db/search-terms.server'
import { type Seen, updateSeen } from '~/platform/db/versioned.server'
import { newId } from '~/platform/ids.server'
import type { ProductDraft } from './draft'

/** Stored values of a product. */
export type ProductValues = Omit<ProductDraft, 'slug' | 'photo' | 'views'> & {
  photoId: string | null
  /** Ids of the photos of further views. */
  viewIds: string[]
  publishedAt: number | null
}

export interface StoredProductRow extends ProductValues {
  id: string
  slug: string
  version: number
}

const productsQuery = (db: Db) => db.selectFrom('products').selectAll().orderBy('position').orderBy('id')

/** Every product in order, published or not. */
export const selectAllProducts = async (db: Db): Promise<StoredProductRow[]> =>
  (await productsQuery(db).execute()).map(productFrom)

export async function selectProductRow(db: Db, slug: string): Promise<StoredProductRow | undefined> {
  const row = await productsQuery(db).where('slug', '=', slug).executeTakeFirst()
  return row && productFrom(row)
}

const productFrom = (row: Row<'products'>): StoredProductRow => ({
  id: row.id,
  slug: row.slug,
  title: row.title,
  summary: row.summary,
  category: row.category,
  details: row.details,
  priceCents: row.price_cents,
  priceFrom: row.price_from === 1,
  body: textOf(row),
  photoId: row.photo_id,
  viewIds: JSON.parse(row.views),
  variants: JSON.parse(row.variants),
  options: JSON.parse(row.options),
  taxable: row.taxable === 1,
  soldOut: row.sold_out === 1,
  publishedAt: row.published_at,
  version: row.version,
})

/** Every product in order, without texts. */
export const selectProductOrder = (
  db: Db,
): Promise<{ id: string; slug: string; title: string; position: number }[]> =>
  db
    .selectFrom('products')
    .select(['id', 'slug', 'title', 'position'])
    .orderBy('position')
    .orderBy('id')
    .execute()

/** @returns false when the slug is taken, and nothing is written */
export async function insertProductRow(
  db: Db,
  values: ProductValues,
  { slug, position }: { slug: string; position: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('products')
    .values({ id: newId(), slug, position, ...columnsOf(values) })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) === 1
}

export const updateProductRow = (tx: Tx, seen: Seen, values: ProductValues): Promise<boolean> =>
  updateSeen(tx, 'products', seen, columnsOf(values))

export async function deleteProductRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('products').where('id', '=', id).execute()
}

const columnsOf = (values: ProductValues) => ({
  title: values.title,
  summary: values.summary,
  ...columnsOfText(values.body),
  category: values.category,
  details: values.details,
  price_cents: values.priceCents,
  price_from: values.priceFrom ? 1 : 0,
  photo_id: values.photoId,
  views: JSON.stringify(values.viewIds),
  variants: JSON.stringify(values.variants),
  options: JSON.stringify(values.options),
  taxable: values.taxable ? 1 : 0,
  sold_out: values.soldOut ? 1 : 0,
  published_at: values.publishedAt,
})

export const selectProductsCalled = (db: Db, words: string, limit: number) =>
  db
    .selectFrom('products')
    .select(['slug', 'title', 'category'])
    .where(containsWords('title', words))
    .orderBy('position')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Every product with a photo, published or not. */
export const selectProductPhotos = (
  db: Db,
): Promise<Pick<Row<'products'>, 'slug' | 'title' | 'photo_id' | 'views' | 'published_at'>[]> =>
  db
    .selectFrom('products')
    .select(['slug', 'title', 'photo_id', 'views', 'published_at'])
    .where((e) => e.or([e('photo_id', 'is not', null), e('views', '!=', '[]')]))
    .orderBy('position')
    .orderBy('id')
    .execute()
