import type { WriteDeps } from '~/domains/audit/operations.server'
import { choosablePhotosById, describePhotos } from '~/domains/photos/library.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { indexTerms } from '~/platform/db/search-terms.server'
import { parseField } from '~/platform/forms'
import { slugCandidates, slugFrom, takeSlug } from '~/platform/slug'
import { gallerySearchTexts } from '../model'
import { lockUsedPhotos } from '../releases/publication.server'
import { WEBSITE_SLUG } from '../uploads/model'
import { title as galleryTitle } from './gallery-form'
import { selectUnshownOnWebsite } from './item-store.server'
import { hideItems } from './items.server'
import { isDescribed, publishGallery } from './publishing.server'
import { type GalleryRow, isSlugFree, lockGallery, updateGallery } from './store.server'
import type { ShownChoice, UnshownPhotos } from './unshown-photos'

/** Maximum photos in a form. */
const LISTED = 24

/** Photos uploaded for the website that the public Gallery could show. @returns null: none */
export async function readUnshownPhotos({ db }: { db: Db }): Promise<UnshownPhotos | null> {
  const rows = await selectUnshownOnWebsite(db)
  const [first] = rows
  if (!first) return null
  const listed = rows.slice(0, LISTED)
  const known = await choosablePhotosById(
    { db },
    listed.map(({ photoId }) => photoId),
  )
  const photos = listed.flatMap(({ item, photoId, title, alt }) => {
    const photo = known.get(photoId)
    // Without a description in the file, the alt text is its name.
    return photo ? [{ item, photo, alt: isDescribed({ title, alt }) ? alt : '' }] : []
  })
  return { galleryId: first.galleryId, isDraft: first.isDraft, photos, more: rows.length - listed.length }
}

/** `errors`: by `title`, `shown.{item}` and `alt.{item}`. */
export type PhotosShown =
  | { ok: true; shown: number }
  | { ok: false; reason: 'refused'; errors: Record<string, string> }
  | { ok: false; reason: 'changed-since' }

/**
 * Saves alt texts, and shows the chosen photos in the public Gallery. The first of them publish the website's
 * gallery, and everything else in it is hidden then, so that only chosen photos are shown.
 */
export async function showWebsitePhotos(
  deps: WriteDeps,
  { title, choices }: { title: string; choices: readonly ShownChoice[] },
): Promise<PhotosShown> {
  return await transact(deps.db, async (tx, rollback): Promise<PhotosShown> => {
    const refuse = (errors: Record<string, string>) => rollback({ ok: false, reason: 'refused', errors })
    const at = { ...deps, db: tx }
    const [first] = await selectUnshownOnWebsite(tx)
    const gallery = first && (await lockGallery(tx, first.galleryId))
    if (!gallery) return { ok: true, shown: 0 }
    const sent = new Map(choices.map((choice) => [choice.item, choice]))
    const photos = (await selectUnshownOnWebsite(tx)).flatMap((row) => {
      const choice = sent.get(row.item)
      return choice ? [{ ...row, ...choice, was: row.alt }] : []
    })
    await lockUsedPhotos(
      tx,
      photos.map(({ photoId }) => photoId),
    )
    const errors: Record<string, string> = {}
    for (const { item, photoId, alt, was } of photos) {
      if (alt.trim() === '' || alt === was) continue
      const described = await describePhotos(at, [photoId], { title: '', alt })
      if (!described.ok) errors[`alt.${item}`] = described.errors.alt ?? ''
    }
    const chosen = photos.filter(({ isShown }) => isShown)
    for (const { item, alt, ...photo } of chosen)
      if (!isDescribed({ title: photo.title, alt })) errors[`alt.${item}`] ??= NO_ALT
    const isDraft = gallery.published_at === null
    const called = isDraft && chosen.length > 0 ? parseField(galleryTitle(), title) : undefined
    if (called?.ok === false) errors.title = called.sentence
    if (Object.keys(errors).length > 0) return refuse(errors)
    if (chosen.length === 0) return { ok: true, shown: 0 }
    const { id } = gallery
    if (isDraft) await hideItems(at, { gallery: id, items: [], all: { set: null } }, true)
    await hideItems(at, { gallery: id, items: chosen.map(({ item }) => item) }, false)
    if (!called?.ok) return { ok: true, shown: chosen.length }
    const slug = await slugFor(tx, gallery, called.value)
    const texts = { title: called.value, category: called.value, slug }
    await updateGallery(tx, gallery, texts)
    await indexTerms(tx, 'gallery', id, gallerySearchTexts({ ...gallery, ...texts }))
    const published = await publishGallery(at, { id, version: gallery.version + 1 })
    if (published.ok) return { ok: true, shown: chosen.length }
    if (published.reason !== 'blocked') return rollback({ ok: false, reason: 'changed-since' })
    const sentences = published.blocked.map(({ itemId, sentence }) => [`shown.${itemId}`, sentence])
    return refuse(Object.fromEntries(sentences))
  })
}

/** From the title, unless the owner has chosen one. */
async function slugFor(
  tx: Tx,
  { id, slug }: Pick<GalleryRow, 'id' | 'slug'>,
  title: string,
): Promise<string> {
  if (!slug.startsWith(WEBSITE_SLUG)) return slug
  const candidates = slugCandidates(slugFrom(title) ?? WEBSITE_SLUG, id)
  return await takeSlug(candidates, (candidate) => isSlugFree(tx, candidate, id))
}

const NO_ALT = 'Describe what’s in the photo, in one sentence.'
