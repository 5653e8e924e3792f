import type { Db, Tx } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { type Seen, updateSeen } from '~/platform/db/versioned.server'
import { newId } from '~/platform/ids.server'
import type { PlaceEdit, PlaceRecord } from './model'

export async function selectPlaces(db: Db): Promise<PlaceRecord[]> {
  const rows = await placesWithPhotos(db).orderBy('position').orderBy('places.id').execute()
  return rows.map(placeFrom)
}

export async function selectPlace(db: Db, slug: string): Promise<PlaceRecord | undefined> {
  const row = await placesWithPhotos(db).where('places.slug', '=', slug).executeTakeFirst()
  return row && placeFrom(row)
}

const placesWithPhotos = (db: Db) =>
  db
    .selectFrom('places')
    .leftJoin('photos', 'photos.id', 'places.photo_id')
    .selectAll('places')
    .select('photos.slug as photo')

const placeFrom = (row: Row<'places'> & { photo: string | null }): PlaceRecord => ({
  id: row.id,
  slug: row.slug,
  version: row.version,
  title: row.title,
  summary: row.summary,
  kind: row.kind,
  address: row.address,
  latitude: row.latitude,
  longitude: row.longitude,
  travelMinutes: row.travel_minutes,
  travelFeeCents: row.travel_fee_cents,
  photo: row.photo ?? '',
  isDefault: row.is_default === 1,
})

const columnsOf = (place: PlaceEdit, photoId: string | null) => ({
  title: place.title,
  summary: place.summary,
  kind: place.kind,
  address: place.address,
  latitude: place.latitude,
  longitude: place.longitude,
  travel_minutes: place.travelMinutes,
  travel_fee_cents: place.travelFeeCents,
  photo_id: photoId,
  is_default: place.isDefault ? 1 : 0,
})

/** @returns whether the slug was free */
export async function insertPlaceRow(
  tx: Tx,
  slug: string,
  place: PlaceEdit,
  photoId: string | null,
): Promise<boolean> {
  const last = await tx
    .selectFrom('places')
    .select((e) => e.fn.max('position').as('position'))
    .executeTakeFirst()
  const made = await tx
    .insertInto('places')
    .values({
      id: newId(),
      slug,
      position: (last?.position ?? -1) + 1,
      version: 1,
      ...columnsOf(place, photoId),
    })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** @returns whether the version was still the expected one */
export const updatePlaceRow = (
  tx: Tx,
  seen: Seen,
  place: PlaceEdit,
  photoId: string | null,
): Promise<boolean> => updateSeen(tx, 'places', seen, columnsOf(place, photoId))

/** Removes the default from the previous location. Open forms of it become outdated. */
export async function clearDefault(tx: Tx, exceptSlug: string): Promise<void> {
  await tx
    .updateTable('places')
    .set((e) => ({ is_default: 0, version: e('version', '+', 1) }))
    .where('is_default', '=', 1)
    .where('slug', '<>', exceptSlug)
    .execute()
}

export async function deletePlaceRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('places').where('id', '=', id).execute()
}

/** Number of session types offered there. */
export async function countOffers(db: Db, id: string): Promise<number> {
  const row = await db
    .selectFrom('session_type_places')
    .select((e) => e.fn.countAll().as('n'))
    .where('place_id', '=', id)
    .executeTakeFirst()
  return Number(row?.n ?? 0)
}

/** The photos of locations, by the location's slug. */
export const selectPlacePhotos = (
  db: Db,
): Promise<{ slug: string; title: string; photo_id: string | null }[]> =>
  db.selectFrom('places').select(['slug', 'title', 'photo_id']).where('photo_id', 'is not', null).execute()
