import type { Db } from '~/platform/db/database.server'
import type { ByHandChoices } from './model'

/** What can be booked by hand: everything that is offered, at every place. */
export async function selectByHandChoices(db: Db): Promise<ByHandChoices> {
  const types = await db
    .selectFrom('session_types')
    .select(['id', 'title', 'minutes', 'price_cents as priceCents', 'price_unit as priceUnit', 'questions'])
    .where('published_at', 'is not', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const places = await db
    .selectFrom('places')
    .select(['id', 'title', 'kind'])
    .orderBy('is_default', 'desc')
    .orderBy('position')
    .orderBy('id')
    .execute()
  return { types: types.map((type) => ({ ...type, questions: JSON.parse(type.questions) })), places }
}

export async function isOfferedAt(db: Db, typeId: string, placeId: string): Promise<boolean> {
  const row = await db
    .selectFrom('session_type_places')
    .select('place_id')
    .where('session_type_id', '=', typeId)
    .where('place_id', '=', placeId)
    .executeTakeFirst()
  return row !== undefined
}
