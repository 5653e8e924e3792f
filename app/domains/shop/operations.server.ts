import type { PhotoView } from '~/domains/photos/model'
import { photosById } from '~/domains/photos/operations.server'
import type { PhotoUse, UsedPhotos } from '~/domains/photos/photo-use'
import type { Db } from '~/platform/db/database.server'
import { renderMarkdown } from '~/platform/markdown.server'
import type { ProductDraft } from './draft'
import type { ProductPage, ProductView } from './model'
import {
  insertProduct,
  type StoredProduct,
  selectProductPhotos,
  selectProducts,
  selectProductsCalled,
} from './store.server'

/** Number of other products on a product's page. */
const OTHERS = 3

/** Published products in order. */
export async function listProducts({ db }: { db: Db }): Promise<ProductView[]> {
  const products = await selectProducts(db)
  const photos = await photosOf(db, products)
  return products.map((product) => viewOf(product, photos))
}

/** @returns undefined if there is no such product, or it isn't published */
export async function readProduct({ db }: { db: Db }, slug: string): Promise<ProductPage | undefined> {
  const products = await selectProducts(db)
  const product = products.find((each) => each.slug === slug)
  if (!product) return undefined
  const others = othersOf(product, products)
  const photos = await photosOf(db, [product, ...others])
  return {
    ...viewOf(product, photos),
    html: renderMarkdown(product.body),
    others: others.map((other) => viewOf(other, photos)),
  }
}

/** Other products: those of the same category first, then those that follow in the list. */
function othersOf(product: StoredProduct, products: StoredProduct[]): StoredProduct[] {
  const index = products.indexOf(product)
  const following = [...products.slice(index + 1), ...products.slice(0, index)]
  const isRelated = ({ category }: StoredProduct) => category === product.category
  return [...following.filter(isRelated), ...following.filter((each) => !isRelated(each))].slice(0, OTHERS)
}

const photosOf = (db: Db, products: StoredProduct[]): Promise<Map<string, PhotoView>> =>
  photosById(
    { db },
    products.flatMap(({ photoId }) => (photoId === null ? [] : [photoId])),
  )

const viewOf = (
  { body: _, photoId, ...product }: StoredProduct,
  photos: Map<string, PhotoView>,
): ProductView => ({ ...product, photo: photos.get(photoId ?? '') ?? null })

/** Adds a product. A photo that isn't in `photoIds` is left out. */
export const addProduct = (
  { db }: { db: Db },
  product: ProductDraft,
  { position, photoIds, at }: { position: number; photoIds: Map<string, string>; at: number },
): Promise<void> =>
  insertProduct(db, product, { position, photoId: photoIds.get(product.photo ?? '') ?? null, at })

/** Published products with these words in their titles, in order. */
export const findProducts = (
  { db }: { db: Db },
  words: string,
  limit: number,
): Promise<{ slug: string; title: string; category: string }[]> => selectProductsCalled(db, words, limit)

/** Products that use a photo. */
export async function usesInProducts({ db }: { db: Db }, photo: { id: string }): Promise<PhotoUse[]> {
  const products = await selectProductPhotos(db)
  return products
    .filter(({ photo_id }) => photo_id === photo.id)
    .map(({ slug, title, published_at }) => ({
      place: 'product',
      slug,
      title,
      role: 'Photo',
      visible: published_at === null ? 'no' : 'now',
    }))
}

/** All photos that products use. */
export async function usedInProducts({ db }: { db: Db }): Promise<UsedPhotos> {
  const products = await selectProductPhotos(db)
  return { ids: new Set(products.flatMap(({ photo_id }) => photo_id ?? [])), slugs: new Set() }
}
