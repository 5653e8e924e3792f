import type { PhotoUse, UsedPhotos } from '~/domains/photos/photo-use'
import type { Db } from '~/platform/db/database.server'
import { selectProductPhotos } from './store.server'

/** Which products show a photograph. */
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

/** All photographs that products use. */
export async function usedInProducts({ db }: { db: Db }): Promise<UsedPhotos> {
  const products = await selectProductPhotos(db)
  return { ids: new Set(products.flatMap(({ photo_id }) => photo_id ?? [])), slugs: new Set() }
}
