import type { PhotoView } from '~/domains/photos/model'
import { photosById } from '~/domains/photos/operations.server'
import type { PhotoUse, UsedPhotos } from '~/domains/photos/photo-use'
import { htmlOfText } from '~/domains/texts/texts.server'
import type { Db } from '~/platform/db/database.server'
import { plainText } from '~/platform/markdown.server'
import { textLines } from '~/platform/search-words'
import type { ProductDraft } from './draft'
import { type ProductPage, type ProductView, shownPrice, variantLabel, variantsInList } from './model'
import {
  insertProductRow,
  type StoredProductRow,
  selectAllProducts,
  selectProductPhotos,
  selectProductsCalled,
} from './store.server'

/** Number of other products on a product's page. */
const OTHERS = 3

/** Published products in order. */
export async function listProducts({ db }: { db: Db }): Promise<ProductView[]> {
  const products = await publishedProducts(db)
  const photos = await photosOf(db, products)
  return products.map((product) => viewOf(product, photos))
}

/** What a visitor reads on the pages of published products, in order. */
export async function listProductTexts({ db }: { db: Db }) {
  const products = await publishedProducts(db)
  const photos = await photosOf(db, products)
  return products.map(({ slug, title, category, summary, details, body, variants, photoId }) => ({
    ...{ slug, title, category, photo: photos.get(photoId ?? '') ?? null },
    text: textLines([summary, details, plainText(htmlOfText(body)), ...variants.map(variantLabel)]),
  }))
}

const publishedProducts = async (db: Db): Promise<StoredProductRow[]> =>
  (await selectAllProducts(db)).filter(({ publishedAt }) => publishedAt !== null)

/**
 * @param deps a preview also shows a product that isn't published
 * @returns undefined if there is no such product, or it isn't published
 */
export async function readProduct(
  { db, isPreview = false }: { db: Db; isPreview?: boolean },
  slug: string,
): Promise<ProductPage | undefined> {
  const products = (await selectAllProducts(db)).filter(
    (each) => each.publishedAt !== null || (isPreview && each.slug === slug),
  )
  const product = products.find((each) => each.slug === slug)
  if (!product) return undefined
  const others = othersOf(product, products)
  const photos = await photosOf(db, [product, ...others], product.viewIds)
  return {
    ...viewOf(product, photos),
    details: product.details,
    photos: [product.photoId ?? '', ...product.viewIds].flatMap((id) => photos.get(id) ?? []),
    html: htmlOfText(product.body),
    variants: product.variants,
    options: product.options,
    others: others.map((other) => viewOf(other, photos)),
  }
}

/**
 * Other products: those of the same category first, then those that follow in the list. Those with a photo that
 * the page already shows come last.
 */
function othersOf(product: StoredProductRow, products: StoredProductRow[]): StoredProductRow[] {
  const index = products.indexOf(product)
  const following = [...products.slice(index + 1), ...products.slice(0, index)]
  const related = following.filter(({ category }) => category === product.category)
  const ordered = [...related, ...following.filter((each) => !related.includes(each))]
  const shown = new Set([product.photoId, ...product.viewIds])
  const repeated = ordered.filter(({ photoId }) => {
    if (shown.has(photoId)) return photoId !== null
    shown.add(photoId)
    return false
  })
  return [...ordered.filter((each) => !repeated.includes(each)), ...repeated].slice(0, OTHERS)
}

const photosOf = (
  db: Db,
  products: StoredProductRow[],
  more: string[] = [],
): Promise<Map<string, PhotoView>> =>
  photosById({ db }, [...products.flatMap(({ photoId }) => (photoId === null ? [] : [photoId])), ...more])

function viewOf(product: StoredProductRow, photos: Map<string, PhotoView>): ProductView {
  const { slug, title, summary, category, soldOut, photoId } = product
  const details = product.details || variantsInList(product.variants)
  const photo = photos.get(photoId ?? '') ?? null
  return { slug, title, summary, category, details, soldOut, photo, ...shownPrice(product) }
}

/** Adds a product. A photo that isn't in `photoIds` is left out. */
export async function addProduct(
  { db }: { db: Db },
  { slug, photo, views, ...product }: ProductDraft,
  { position, photoIds, at }: { position: number; photoIds: Map<string, string>; at: number },
): Promise<void> {
  const values = {
    ...product,
    photoId: photoIds.get(photo ?? '') ?? null,
    viewIds: views.flatMap((view) => photoIds.get(view) ?? []),
    publishedAt: at,
  }
  await insertProductRow(db, values, { slug, position })
}

/** Products with these words in their titles, in order, published or not. */
export const findProducts = (
  { db }: { db: Db },
  words: string,
  limit: number,
): Promise<{ slug: string; title: string; category: string }[]> => selectProductsCalled(db, words, limit)

/** Products that use a photo. */
export async function usesInProducts({ db }: { db: Db }, photo: { id: string }): Promise<PhotoUse[]> {
  const products = await selectProductPhotos(db)
  return products
    .filter((product) => photoIdsOf(product).includes(photo.id))
    .map(({ slug, title, photo_id, published_at }) => ({
      place: 'product',
      slug,
      title,
      role: photo_id === photo.id ? 'Photo' : 'View',
      visible: published_at === null ? 'no' : 'now',
    }))
}

/** All photos that products use. */
export async function usedInProducts({ db }: { db: Db }): Promise<UsedPhotos> {
  const products = await selectProductPhotos(db)
  return { ids: new Set(products.flatMap(photoIdsOf)), slugs: new Set() }
}

const photoIdsOf = ({ photo_id, views }: { photo_id: string | null; views: string }): string[] => [
  ...(photo_id === null ? [] : [photo_id]),
  ...JSON.parse(views),
]
