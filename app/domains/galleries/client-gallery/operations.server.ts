import { buffer } from 'node:stream/consumers'
import { readSettings } from '~/domains/content/operations.server'
import { type PhotoView, renditionFor } from '~/domains/photos/model'
import {
  isAnyProcessing,
  type OpenRendition,
  openRendition,
  privatePhotosById,
} from '~/domains/photos/operations.server'
import { proofKey } from '~/domains/photos/stored-files'
import type { Db } from '~/platform/db/database.server'
import type { Storage } from '~/platform/storage/storage.server'
import { dateOf, longDate } from '~/platform/time'
import type { GalleryHead, GalleryShare } from '../access/model'
import { findGalleryHead } from '../access/operations.server'
import { type ExpiredGallery, lastDayOf } from './client-gallery-words'
import {
  CLIENT_GALLERY_PAGE_SIZE,
  type ClientGalleryPage,
  type ClientGalleryPhoto,
  type ClientGallerySet,
  clientGalleryMedia,
  pageOf,
  proofWidths,
  type RequestedImage,
  readClientGalleryMedia,
  setRanges,
} from './model'
import {
  type ShownItem,
  selectItemOf,
  selectPhotoOfItem,
  selectPlace,
  selectProof,
  selectProofs,
  selectSets,
  selectShown,
} from './store.server'

/** Photos with a blurred preview in the HTML: those of the first screen. */
const PREVIEWED = 6

/** One page of a gallery opened by `openGallery`. @param page from 1 @returns undefined: no such page */
export async function readClientGalleryPage(
  { db }: { db: Db },
  gallery: GalleryHead,
  page: number,
): Promise<ClientGalleryPage | undefined> {
  if (!Number.isSafeInteger(page) || page < 1) return undefined
  const sets = await selectSets(db, gallery.id)
  const total = countOf(sets)
  const pages = Math.max(1, pageOf(total))
  if (page > pages) return undefined
  const first = (page - 1) * CLIENT_GALLERY_PAGE_SIZE + 1
  const last = first + CLIENT_GALLERY_PAGE_SIZE - 1
  const from = Math.max(1, first - 1)
  const [items, coverItem] = await Promise.all([
    readItems(db, gallery, sets, { first: from, last: last + 1 }),
    gallery.coverPhotoId === null ? undefined : selectItemOf(db, gallery.id, gallery.coverPhotoId),
  ])
  const shown = coverItem ? [...items, coverItem] : items
  const views = await viewsOf(db, gallery, shown)
  const photos = toPhotos(items, views, from)
  const { id, title, dateline, note, proofing } = gallery
  const beyond = (number: number) => {
    const photo = photos.find((each) => each.number === number)
    return photo ? { ...photo, placeholder: '' } : null
  }
  return {
    gallery: { id, title, dateline, note, proofing },
    isProcessing: await isAnyProcessing(
      { db },
      shown.map(({ id, photoId }) => ({ id: photoId, widths: views.get(id)?.widths ?? [] })),
    ),
    cover: (coverItem && views.get(coverItem.id)) ?? views.get(items[first - from]?.id ?? '') ?? null,
    sets,
    total,
    page,
    pages,
    photos: photos
      .filter(({ number }) => number >= first && number <= last)
      .map((photo, at) => (at < PREVIEWED ? photo : { ...photo, placeholder: '' })),
    before: beyond(first - 1),
    after: beyond(last + 1),
  }
}

/** @returns undefined: the gallery has no such photo, or it is hidden */
export async function readClientGalleryPhoto(
  { db }: { db: Db },
  gallery: GalleryHead,
  itemId: string,
): Promise<ClientGalleryPhoto | undefined> {
  const [sets, place] = await Promise.all([selectSets(db, gallery.id), selectPlace(db, gallery.id, itemId)])
  const set = sets.find(({ id }) => id === place?.setId)
  if (!place || !set) return undefined
  const number = set.first + place.offset
  const items = await readItems(db, gallery, sets, { first: number, last: number })
  return toPhotos(items, await viewsOf(db, gallery, items), number).find(({ id }) => id === itemId)
}

/** The cover of a gallery, its first photos beside it, and the total. @param length 0: without any photos */
export async function readStrip(
  { db }: { db: Db },
  gallery: GalleryHead,
  length: number,
): Promise<{ total: number; cover: PhotoView | null; photos: PhotoView[] }> {
  const sets = await selectSets(db, gallery.id)
  if (length === 0) return { total: countOf(sets), cover: null, photos: [] }
  const [items, coverItem] = await Promise.all([
    readItems(db, gallery, sets, { first: 1, last: length + 1 }),
    gallery.coverPhotoId === null ? undefined : selectItemOf(db, gallery.id, gallery.coverPhotoId),
  ])
  const views = await viewsOf(db, gallery, coverItem ? [...items, coverItem] : items)
  const cover = views.get(coverItem?.id ?? items[0]?.id ?? '') ?? null
  const beside = toPhotos(items, views, 1).filter(({ id }) => id !== cover?.id)
  return { total: countOf(sets), cover, photos: beside.slice(0, length) }
}

const countOf = (sets: readonly ClientGallerySet[]) => sets.reduce((sum, { count }) => sum + count, 0)

async function readItems(
  db: Db,
  gallery: GalleryHead,
  sets: ClientGallerySet[],
  numbers: { first: number; last: number },
): Promise<ShownItem[]> {
  const pieces = await Promise.all(
    setRanges(sets, numbers).map((range) => selectShown(db, gallery.id, range)),
  )
  return pieces.flat()
}

/**
 * The view of each photo, by item, with paths within the gallery, and with a watermark in proofing galleries.
 */
async function viewsOf(
  db: Db,
  gallery: GalleryHead,
  items: readonly ShownItem[],
): Promise<Map<string, PhotoView>> {
  const photoIds = items.map(({ photoId }) => photoId)
  const [photos, proofs] = await Promise.all([
    privatePhotosById({ db }, photoIds),
    gallery.proofing ? selectProofs(db, gallery.id, photoIds).then(proofWidths) : undefined,
  ])
  const views = new Map<string, PhotoView>()
  for (const item of items) {
    const photo = photos.get(item.photoId)
    if (!photo) continue
    const proof = proofs?.get(item.photoId)
    views.set(item.id, {
      ...photo,
      id: item.id,
      slug: item.id,
      media: clientGalleryMedia(gallery.id, item.id, proof?.watermark),
      // In a proofing gallery, photos without a watermark aren't shown.
      widths: proofs ? (proof?.widths ?? []) : photo.widths,
      creator: null,
      copyright: null,
    })
  }
  return views
}

/** @param first number of the first item */
const toPhotos = (
  items: readonly ShownItem[],
  views: ReadonlyMap<string, PhotoView>,
  first: number,
): ClientGalleryPhoto[] =>
  items.flatMap((item, at) => {
    const view = views.get(item.id)
    return view
      ? [{ ...view, number: first + at, category: '', caption: item.caption, setId: item.setId }]
      : []
  })

/**
 * What is shown before the PIN is entered: the cover's color, and its blurred preview of 24 pixels, in which no face
 * can be recognized. Nothing leads to a picture.
 */
export async function readLockedCover({ db }: { db: Db }, gallery: GalleryHead): Promise<PhotoView | null> {
  const cover = (await readClientGalleryPage({ db }, gallery, 1))?.cover
  if (!cover) return null
  const { tone, focal, placeholder, width, height } = cover
  const nothing = { slug: '', title: '', alt: '', media: '', widths: [] }
  return {
    ...nothing,
    id: 'cover',
    ...{ tone, focal, placeholder, width, height },
    exposure: null,
    creator: null,
    copyright: null,
  }
}

/**
 * An image of a gallery opened by `openGallery`. In a proofing gallery, only images with the watermark exist.
 */
export async function openClientGalleryPicture(
  { db, storage }: { db: Db; storage: Storage },
  gallery: GalleryHead,
  { itemId, watermark, width, format }: RequestedImage,
): Promise<Omit<OpenRendition, 'isPublished'> | undefined> {
  if (gallery.proofing !== (watermark !== null)) return undefined
  const photo = await selectPhotoOfItem(db, gallery.id, itemId)
  if (!photo) return undefined
  if (watermark === null) return await openRendition({ db, storage }, { media: photo.media, width, format })
  const proof = { galleryId: gallery.id, photoId: photo.photoId, watermark }
  const row = await selectProof(db, { ...proof, width, format })
  return row && { ...row, open: (range) => storage.open(proofKey(proof, width, format), range) }
}

/** Photos of a gallery by their numbers. */
export async function readClientGalleryPhotos(
  { db }: { db: Db },
  gallery: GalleryHead,
  items: readonly (ShownItem & { number: number })[],
): Promise<ClientGalleryPhoto[]> {
  const views = await viewsOf(db, gallery, items)
  return items.flatMap((item) => toPhotos([item], views, item.number))
}

/** The JPEG at a path of a gallery's page. @returns undefined: not found */
export async function readClientGalleryPicture(
  { db, storage }: { db: Db; storage: Storage },
  path: string,
): Promise<Uint8Array | undefined> {
  const asked = readClientGalleryMedia(path)
  const gallery = asked && (await findGalleryHead({ db }, asked.galleryId))
  if (!asked || !gallery) return undefined
  const picture = await openClientGalleryPicture({ db, storage }, gallery, asked)
  const file = await picture?.open()
  return file && new Uint8Array(await buffer(file.stream()))
}

/**
 * The JPEG for a gallery's email, with its present watermark.
 * @param path as on the gallery's page when the email was written
 * @returns `not-yet`: it is still being made. undefined: not found
 */
export async function readEmailCover(
  deps: { db: Db; storage: Storage },
  path: string,
): Promise<Uint8Array | 'not-yet' | undefined> {
  const asked = readClientGalleryMedia(path)
  const gallery = asked && (await findGalleryHead(deps, asked.galleryId))
  const photo = gallery && (await selectPhotoOfItem(deps.db, gallery.id, asked.itemId))
  if (!photo) return undefined
  const item = { id: asked.itemId, photoId: photo.photoId, setId: null, caption: '' }
  const view = (await viewsOf(deps.db, gallery, [item])).get(item.id)
  const width = view && renditionFor(view, asked.width)
  const isMaking = photo.state === 'processing' || (photo.state === 'ready' && gallery.proofing && !width)
  if (isMaking && (width ?? 0) < asked.width) return 'not-yet'
  return view && width ? await readClientGalleryPicture(deps, `${view.media}/${width}.jpg`) : undefined
}

/** Shown to clients of an expired gallery. */
export async function readExpired(
  { db }: { db: Db },
  { gallery, share }: { gallery: GalleryHead; share: GalleryShare },
): Promise<ExpiredGallery> {
  const day = gallery.state === 'archived' ? null : await readLastDay({ db }, gallery, share)
  return { title: gallery.title, closedOn: day }
}

/** "June 30, 2027": the last day of access; null: unlimited. */
export async function readLastDay(
  { db }: { db: Db },
  gallery: GalleryHead,
  share: Pick<GalleryShare, 'expiresAt'> | null,
): Promise<string | null> {
  const { studio } = await readSettings({ db })
  const day = lastDayOf(gallery, share, (at) => dateOf(at, studio.timeZone))
  return day === null ? null : longDate(day)
}
