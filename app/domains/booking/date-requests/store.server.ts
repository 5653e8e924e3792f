import type { Db } from '~/platform/db/database.server'

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
