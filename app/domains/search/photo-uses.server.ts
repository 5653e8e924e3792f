import type { WriteDeps } from '~/domains/audit/operations.server'
import { usedInPosts, usesInPosts } from '~/domains/blog/photo-uses.server'
import { usedInPlaces, usesInPlaces } from '~/domains/booking/places/operations.server'
import { usedInContent, usesInContent } from '~/domains/content/photo-uses.server'
import { usedInGalleries, usedInStoryTexts, usesInGalleries } from '~/domains/galleries/operations.server'
import {
  findPhotoName,
  findPhotoNameById,
  libraryEntries,
  listPhotoNames,
  type PhotoSaved,
  savePhoto,
} from '~/domains/photos/library.server'
import type { PhotoPage } from '~/domains/photos/model'
import type { PhotoValues } from '~/domains/photos/photo-form'
import { isPublic, type PhotoUse } from '~/domains/photos/photo-use'
import { usedInProducts, usesInProducts } from '~/domains/shop/operations.server'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'

/** All uses of a photo. */
export async function usesOfPhoto(
  { db, clock }: { db: Db; clock: Clock },
  photo: { id: string; slug: string },
): Promise<PhotoUse[]> {
  const uses = [
    await usesInGalleries({ db }, photo),
    await usesInContent({ db }, photo),
    await usesInPlaces({ db }, photo),
    await usesInPosts({ db, clock }, photo),
    await usesInProducts({ db }, photo),
  ]
  return uses.flat()
}

/** Saves a photo's description. A photo on public pages needs alt text. */
export async function describePhoto(
  deps: WriteDeps,
  { slug, sent, version }: { slug: string; sent: PhotoValues; version: number },
): Promise<PhotoSaved> {
  const photo = await findPhotoName(deps, slug)
  if (!photo) return { ok: false, reason: 'missing' }
  const uses = await usesOfPhoto(deps, photo)
  return await savePhoto(deps, {
    slug,
    sent,
    version,
    isPublic: isPublic(uses),
  })
}

/** Whether any content uses a photo, published or not. */
export async function isPhotoUsed(deps: { db: Db; clock: Clock }, id: string): Promise<boolean> {
  const photo = await findPhotoNameById(deps, id)
  return photo !== undefined && (await usesOfPhoto(deps, photo)).length > 0
}

const PAGE_SIZE = 60
/** Maximum number of photos checked for one page. */
const CHECKED_AT_ONCE = 3_000

/**
 * Unused photos, newest first. If nearly all photos are used, a page may be nearly empty and still have a next
 * one, since checking all at once would take too long.
 */
export async function listUnusedPhotos(
  { db, clock }: { db: Db; clock: Clock },
  { search, before }: { search: string; before: string | null },
): Promise<PhotoPage> {
  const names = await listPhotoNames({ db }, { search, before, limit: CHECKED_AT_ONCE + 1 })
  const looked = names.slice(0, CHECKED_AT_ONCE)
  const isUsed = await usedAmong(db, looked)
  const unused = looked.filter((name) => !isUsed(name))
  const found = unused.slice(0, PAGE_SIZE)
  const last = unused.length > PAGE_SIZE ? found.at(-1) : looked.at(-1)
  const isMore = unused.length > PAGE_SIZE || names.length > CHECKED_AT_ONCE
  return {
    photos: await libraryEntries(
      { db, clock },
      found.map(({ id }) => id),
    ),
    next: isMore ? (last?.id ?? null) : null,
  }
}

/** @param names newest first */
async function usedAmong(
  db: Db,
  names: { id: string; slug: string }[],
): Promise<(photo: { id: string; slug: string }) => boolean> {
  const held = await usedInGalleries({ db }, { first: names.at(-1)?.id ?? '', last: names[0]?.id ?? '' })
  const used = [
    await usedInContent({ db }),
    await usedInPlaces({ db }),
    await usedInPosts({ db }),
    await usedInProducts({ db }),
    await usedInStoryTexts({ db }),
  ]
  return ({ id, slug }) => held.has(id) || used.some(({ ids, slugs }) => ids.has(id) || slugs.has(slug))
}
