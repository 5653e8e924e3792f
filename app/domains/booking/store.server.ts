import type { Db } from '~/platform/db/database.server'
import type { DateRequest } from './date-request'

/** @returns false when the reference is taken already, and nothing is written */
export async function insertDateRequest(
  db: Db,
  request: DateRequest & { id: string; reference: string; zone: string; requestedAt: number },
): Promise<boolean> {
  const type = await idOf(db, 'session_types', request.type.slug)
  const place = await idOf(db, 'places', request.place.slug)
  const row = await db
    .insertInto('date_requests')
    .values({
      id: request.id,
      reference: request.reference,
      session_type_id: type,
      place_id: place,
      preferred_date: request.date,
      day_part: request.dayPart,
      zone: request.zone,
      name: request.name,
      email: request.email,
      phone: request.phone,
      party_size: request.partySize,
      notes: request.notes,
      requested_at: request.requestedAt,
    })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

async function idOf(db: Db, table: 'session_types' | 'places', slug: string): Promise<string> {
  const { id } = await db.selectFrom(table).select('id').where('slug', '=', slug).executeTakeFirstOrThrow()
  return id
}
