import { cleanFileName } from '~/domains/photos/photo-name'
import type { Clock } from '~/platform/clock'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { requestDownloadFiles } from '../downloads/files.server'
import { lockToPublish, publishFromOutside, unpublishUnpermitted } from '../releases/publication.server'
import { requestProofs } from '../watermarks/operations.server'
import { findGallery, findOrInsertSet, insertEmptyGallery, putItem, selectLastPosition } from './store.server'
import { setTitleOf } from './upload-files'

export interface ArrivedPhoto {
  photoId: string
  /** Path of its folder within the import, which becomes a set; '' for none. */
  folder: string
  /** Name of the file as imported. */
  fileName: string
}

/** Commands run without an account. */
const AUTHOR = { uid: '', name: 'The command line' }

/** Recorded as the basis of these releases. */
const BY_COMMAND = 'Imported on the command line; the owner is responsible for the releases'

/**
 * Adds photos at the end of a gallery; existing ones keep their places, and removed ones are restored. A
 * missing gallery is created with its slug as title: public and published, or private for a client. Photos in
 * client galleries and drafts stay private, and so do photos that a recorded person doesn't permit, which are
 * unpublished if necessary.
 * @returns how many were added
 */
export function addPhotosToGallery(
  { db, clock }: { db: Db; clock: Clock },
  {
    gallery,
    photos,
    kind = 'public',
  }: { gallery: string; photos: ArrivedPhoto[]; kind?: 'public' | 'client' },
): Promise<number> {
  return transact(db, async (tx) => {
    const title = titleFromSlug(gallery)
    await insertEmptyGallery(tx, { slug: gallery, title, category: title, kind }, clock.now())
    const found = await findGallery(tx, gallery)
    if (!found) throw new Error(`The gallery ${gallery} can’t be created.`)
    const photoIds = photos.map(({ photoId }) => photoId)
    await lockToPublish(tx, { galleryId: found.id, photoIds })
    const last = await selectLastPosition(tx, found.id)
    let added = 0
    for (const [index, photo] of photos.entries())
      if (await placePhoto(tx, { galleryId: found.id, photo, position: last + 1 + index })) added += 1
    await unpublishUnpermitted({ db: tx, clock, author: AUTHOR }, photoIds)
    if (isOnSite(found))
      await publishFromOutside({ db: tx, clock }, { galleryId: found.id, photoIds, basis: BY_COMMAND })
    await requestProofs({ db: tx, clock }, found.id, photoIds)
    await requestDownloadFiles({ db: tx, clock }, found.id)
    return added
  })
}

const isOnSite = ({
  kind,
  published_at,
  archived_at,
}: NonNullable<Awaited<ReturnType<typeof findGallery>>>) =>
  kind !== 'client' && published_at !== null && archived_at === null

/**
 * Adds a photo to a gallery, in the transaction in which it is imported. The caller also calls
 * `unpublishUnpermitted`.
 * @returns false if it was already there
 */
export async function placePhoto(
  tx: Tx,
  { galleryId, photo, position }: { galleryId: string; photo: ArrivedPhoto; position: number },
): Promise<boolean> {
  const title = setTitleOf(photo.folder)
  return await putItem(tx, {
    galleryId,
    photoId: photo.photoId,
    setId: title === null ? null : await findOrInsertSet(tx, galleryId, title),
    fileName: cleanFileName(photo.fileName) || 'photo',
    position,
  })
}

const titleFromSlug = (slug: string): string =>
  slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ')
