import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import { changesBetween } from '~/domains/content/changes'
import type { PhotoView } from '~/domains/photos/model'
import { photosById, photosBySlug } from '~/domains/photos/operations.server'
import type { PhotoUse, UsedPhotos } from '~/domains/photos/photo-use'
import { keptWithContent } from '~/platform/db/content-version.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { type FieldValues, parseForm } from '~/platform/forms'
import { CHOOSE_PHOTO } from '~/platform/http/notices'
import { lockCalendar } from '../reservations/occupancies-store.server'
import { type Removed, usesInWords } from '../session-types/operations.server'
import { countUses, raise } from '../session-types/store.server'
import { type PlaceEdit, type PlaceRecord, placeLabel, placeSchema, placeValues } from './model'
import {
  clearDefault,
  countOffers,
  deletePlaceRow,
  insertPlaceRow,
  selectPlace,
  selectPlacePhotos,
  selectPlaces,
  updatePlaceRow,
} from './store.server'

/** In the studio's order. */
export const listPlaces = ({ db }: { db: Db }): Promise<PlaceRecord[]> => selectPlaces(db)

export const findPlace = ({ db }: { db: Db }, slug: string): Promise<PlaceRecord | undefined> =>
  selectPlace(db, slug)

/** The photos of locations that visitors may see, by the location's slug. */
export const readPlacePictures = ({ db }: { db: Db }): Promise<Record<string, PhotoView>> => readPictures(db)

const readPictures = keptWithContent(async (db: Db) => {
  const rows = await selectPlacePhotos(db)
  const photos = await photosById(
    { db },
    rows.flatMap(({ photo_id }) => photo_id ?? []),
  )
  return Object.fromEntries(
    rows.flatMap(({ slug, photo_id }) => {
      const photo = photos.get(photo_id ?? '')
      return photo ? [[slug, photo]] : []
    }),
  )
})

/** Locations that use a photo. */
export async function usesInPlaces({ db }: { db: Db }, photo: { id: string }): Promise<PhotoUse[]> {
  const rows = await selectPlacePhotos(db)
  return rows
    .filter(({ photo_id }) => photo_id === photo.id)
    .map(({ slug, title }) => ({ place: 'location', slug, title, role: 'Photo', visible: 'now' }))
}

/** All photos that locations use. */
export async function usedInPlaces({ db }: { db: Db }): Promise<UsedPhotos> {
  const rows = await selectPlacePhotos(db)
  return { ids: new Set(rows.flatMap(({ photo_id }) => photo_id ?? [])), slugs: new Set() }
}

export type PlaceSaved =
  | { ok: true; slug: string }
  | { ok: false; reason: 'refused'; errors: FieldValues }
  | { ok: false; reason: 'missing' | 'changed-since' }

/** Saves a location. Exactly one location is the default, so a new default replaces the previous one. */
export async function savePlace(
  { db, clock, author }: WriteDeps,
  { seen, sent }: { seen: { slug: string; version: number } | null; sent: FieldValues },
): Promise<PlaceSaved> {
  const read = parseForm(placeSchema({ isNew: seen === null }), sent)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const { photo } = read.value
  const photoId = (await photosBySlug({ db }, [photo]))[photo]?.id ?? null
  if (photo && !photoId) return refused('photo', CHOOSE_PHOTO)
  return await transact(db, async (tx): Promise<PlaceSaved> => {
    // Serializes two changes of the default at the same time.
    await lockCalendar(tx, 'default')
    const before = seen ? await selectPlace(tx, seen.slug) : undefined
    if (seen && !before) return { ok: false, reason: 'missing' }
    if (seen && before?.version !== seen.version) return { ok: false, reason: 'changed-since' }
    if (before?.isDefault && !read.value.isDefault)
      return refused(
        'isDefault',
        'One location has to be the default. To change it, open another location and make that one the default.',
      )
    const slug = before?.slug ?? (sent.slug ?? '').trim()
    if (!(await storePlace(tx, before, slug, { place: read.value, photoId })))
      return refused('slug', 'Another location already uses this URL slug.')
    const was = before ? placeValues(before) : {}
    const changes = changesBetween(was, placeValues(read.value), placeLabel)
    const subject = read.value.title
    const action = before ? 'place-changed' : 'place-added'
    if (changes.length > 0) await recordAction({ db: tx, clock, author }, { action, subject, changes })
    return { ok: true, slug }
  })
}

/** @returns false if the slug of a new location is taken */
async function storePlace(
  tx: Tx,
  before: PlaceRecord | undefined,
  slug: string,
  { place, photoId }: { place: PlaceEdit; photoId: string | null },
): Promise<boolean> {
  if (!before && (await selectPlace(tx, slug))) return false
  if (place.isDefault) await clearDefault(tx, slug)
  return before
    ? await updatePlaceRow(tx, before, place, photoId)
    : await insertPlaceRow(tx, slug, place, photoId)
}

const refused = (name: string, sentence: string): PlaceSaved => ({
  ok: false,
  reason: 'refused',
  errors: { [name]: sentence },
})

/** Removes a location that nothing refers to. The default can't be removed. */
export async function removePlace(
  { db, clock, author }: WriteDeps,
  seen: { slug: string; version: number },
): Promise<Removed> {
  return await transact(db, async (tx): Promise<Removed> => {
    await lockCalendar(tx, 'default')
    const place = await selectPlace(tx, seen.slug)
    if (!place) return { ok: false, reason: 'missing' }
    if (place.version !== seen.version) return { ok: false, reason: 'changed-since' }
    const uses = [
      ...(await countUses(tx, 'place_id', place.id)),
      { what: 'session types', count: await countOffers(tx, place.id) },
      { what: 'your default location', count: place.isDefault ? 1 : 0 },
    ].filter(({ count }) => count > 0)
    if (uses.length > 0) return { ok: false, reason: 'in-use', uses: usesInWords(uses) }
    await deletePlaceRow(tx, place.id)
    await recordAction({ db: tx, clock, author }, { action: 'place-removed', subject: place.title })
    return { ok: true }
  })
}

/** Moves a location up in the list. @returns whether it exists */
export async function raisePlace({ db, clock, author }: WriteDeps, slug: string): Promise<boolean> {
  return await transact(db, async (tx) => {
    await lockCalendar(tx, 'default')
    if (!(await raise(tx, 'places', slug))) return false
    await recordAction(
      { db: tx, clock, author },
      { action: 'place-changed', subject: `Order: ${slug} moved up` },
    )
    return true
  })
}
