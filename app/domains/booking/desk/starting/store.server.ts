import type { Db } from '~/platform/db/database.server'
import type { Span } from '../../availability/model'

/** What the subscribed calendars of others hold in a span, in its order. */
export async function selectBusyOutside(
  db: Db,
  resourceId: string,
  { startsAt, endsAt }: Span,
): Promise<(Span & { title: string })[]> {
  return await db
    .selectFrom('outside_busy as b')
    .innerJoin('outside_calendars as c', 'c.id', 'b.calendar_id')
    .select(['c.title', 'b.starts_at as startsAt', 'b.ends_at as endsAt'])
    .where('c.resource_id', '=', resourceId)
    .where('b.ends_at', '>', startsAt)
    .where('b.starts_at', '<', endsAt)
    .orderBy('b.starts_at')
    .limit(MOST_NAMED)
    .execute()
}

/** As many are named; whoever is busy so often knows. */
const MOST_NAMED = 3

/** Where the sun is looked up for a place: there, else where the studio is; degrees, north and east positive. */
export async function selectCoordinates(
  db: Db,
  placeId: string,
): Promise<{ latitude: number; longitude: number } | undefined> {
  const places = db.selectFrom('places').select(['latitude', 'longitude']).where('latitude', 'is not', null)
  const row =
    (await places.where('id', '=', placeId).executeTakeFirst()) ??
    (await places.orderBy('is_default', 'desc').orderBy('position').limit(1).executeTakeFirst())
  return row && row.latitude !== null && row.longitude !== null
    ? { latitude: row.latitude, longitude: row.longitude }
    : undefined
}

/** Who stands behind a time that is taken. */
export async function selectNames(db: Db, bookingIds: string[]): Promise<Map<string, string>> {
  if (bookingIds.length === 0) return new Map()
  const rows = await db.selectFrom('bookings').select(['id', 'name']).where('id', 'in', bookingIds).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
