import type { Db, Tx } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { newId } from '~/platform/ids.server'
import type { PlaceEdit, PlaceRecord } from './model'

export async function selectPlaces(db: Db): Promise<PlaceRecord[]> {
  const rows = await db.selectFrom('places').selectAll().orderBy('position').orderBy('id').execute()
  return rows.map(placeFrom)
}

export async function selectPlace(db: Db, slug: string): Promise<PlaceRecord | undefined> {
  const row = await db.selectFrom('places').selectAll().where('slug', '=', slug).executeTakeFirst()
  return row && placeFrom(row)
}

const placeFrom = (row: Row<'places'>): PlaceRecord => ({
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
  isDefault: row.is_default === 1,
})

const columnsOf = (place: PlaceEdit) => ({
  title: place.title,
  summary: place.summary,
  kind: place.kind,
  address: place.address,
  latitude: place.latitude,
  longitude: place.longitude,
  travel_minutes: place.travelMinutes,
  travel_fee_cents: place.travelFeeCents,
  is_default: place.isDefault ? 1 : 0,
})

/** @returns whether the slug was free */
export async function insertPlaceRow(tx: Tx, slug: string, place: PlaceEdit): Promise<boolean> {
  const last = await tx
    .selectFrom('places')
    .select((e) => e.fn.max('position').as('position'))
    .executeTakeFirst()
  const made = await tx
    .insertInto('places')
    .values({ id: newId(), slug, position: (last?.position ?? -1) + 1, version: 1, ...columnsOf(place) })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** @returns whether the version was still the expected one */
export async function updatePlaceRow(
  tx: Tx,
  { id, version }: { id: string; version: number },
  place: PlaceEdit,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('places')
    .set({ ...columnsOf(place), version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

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
