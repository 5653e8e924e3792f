import type { Db } from '~/platform/db/database.server'
import { indexTerms } from '~/platform/db/search-terms.server'
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
  if (!row) return false
  const { id, reference, name, email, phone } = request
  await indexTerms(db, 'date-request', id, [reference, email, name, phone])
  return true
}

async function idOf(db: Db, table: 'session_types' | 'places', slug: string): Promise<string> {
  const { id } = await db.selectFrom(table).select('id').where('slug', '=', slug).executeTakeFirstOrThrow()
  return id
}

/** What an address has asked for, oldest first, as it stands. @param email in lower case */
export async function selectDateRequestsOf(db: Db, email: string) {
  return await db
    .selectFrom('date_requests')
    .innerJoin('session_types', 'session_types.id', 'date_requests.session_type_id')
    .innerJoin('places', 'places.id', 'date_requests.place_id')
    .select([
      'date_requests.reference',
      'session_types.title as service',
      'places.title as location',
      'date_requests.preferred_date as preferredDate',
      'date_requests.day_part as dayPart',
      'date_requests.zone',
      'date_requests.name',
      'date_requests.email',
      'date_requests.phone',
      'date_requests.party_size as partySize',
      'date_requests.notes',
      'date_requests.requested_at as requestedAt',
    ])
    .where((e) => e(e.fn<string>('lower', ['date_requests.email']), '=', email))
    .orderBy('date_requests.requested_at')
    .execute()
}
