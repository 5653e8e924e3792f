import type { Db } from '~/platform/db/database.server'
import { DOWNLOAD_SIZES } from './access/model'
import {
  insertSampleFavorites,
  insertSampleGallery,
  insertSampleItem,
  insertSampleSet,
  insertSampleShare,
} from './samples-store.server'

interface SampleGallery {
  slug: string
  title: string
  category: string
  dateline: string
  note: string
  cover: string
}

interface Shared {
  /** Ids of photos by slug. Missing photos are skipped. */
  photoIds: ReadonlyMap<string, string>
  client: { name: string; email: string }
  /** When it was shared, milliseconds since 1970. */
  at: number
}

/** A demo gallery with downloads in every size, shared with the sample client. */
export async function addSampleClientGallery(
  { db: tx }: { db: Db },
  { sets, ...gallery }: SampleGallery & { sets: { title: string; photos: string[] }[] },
  { photoIds, client, at }: Shared,
): Promise<void> {
  const sizes = JSON.stringify(DOWNLOAD_SIZES)
  const galleryId = await insertSampleGallery(tx, { ...rowOf(gallery, photoIds, at), sizes, position: 0 })
  let position = 0
  for (const [place, { title, photos }] of sets.entries()) {
    const setId = await insertSampleSet(tx, { galleryId, title, position: place })
    for (const slug of photos) {
      const photoId = photoIds.get(slug)
      if (photoId === undefined) continue
      await insertSampleItem(tx, { galleryId, photoId, setId, position: position++, fileName: `${slug}.jpg` })
    }
  }
  await insertSampleShare(tx, { galleryId, ...client, canFavorite: true, sizes, at })
}

/** A demo proofing gallery in which the sample client has picked some favorites. */
export async function addProofingSample(
  { db: tx }: { db: Db },
  {
    photos,
    pickLimit,
    purpose,
    picked,
    comment,
    ...gallery
  }: SampleGallery & {
    photos: string[]
    pickLimit: number
    purpose: string
    picked: string[]
    comment: { photo: string; body: string }
  },
  { photoIds, client, at }: Shared,
): Promise<void> {
  const galleryId = await insertSampleGallery(tx, {
    ...rowOf(gallery, photoIds, at),
    proofing: 1,
    pick_limit: pickLimit,
    position: 1,
  })
  const itemIds = new Map<string, string>()
  for (const [position, slug] of photos.entries()) {
    const photoId = photoIds.get(slug)
    if (photoId === undefined) continue
    const item = { galleryId, photoId, setId: null, position, fileName: `${slug}.jpg` }
    itemIds.set(slug, await insertSampleItem(tx, item))
  }
  const shareId = await insertSampleShare(tx, { galleryId, ...client, canFavorite: true, sizes: '[]', at })
  const commented = itemIds.get(comment.photo)
  await insertSampleFavorites(tx, {
    galleryId,
    shareId,
    purpose,
    itemIds: picked.flatMap((slug) => itemIds.get(slug) ?? []),
    comment:
      commented === undefined ? undefined : { itemId: commented, author: client.name, body: comment.body },
    at,
  })
}

const rowOf = (
  { slug, title, category, dateline, note, cover }: SampleGallery,
  photoIds: ReadonlyMap<string, string>,
  at: number,
) => ({
  ...{ slug, title, category, dateline, note },
  cover_photo_id: photoIds.get(cover) ?? null,
  published_at: at,
  created_at: at,
})
