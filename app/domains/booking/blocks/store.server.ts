import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import type { Span } from '../availability/model'
import type { InTheWay } from './in-the-way'

export const selectBlock = (db: Db, id: string): Promise<Row<'occupancies'> | undefined> =>
  db.selectFrom('occupancies').selectAll().where('id', '=', id).where('kind', '=', 'block').executeTakeFirst()

/** What overlaps a span, the first of it. @param except whose own time is not in its way */
export async function selectInTheWay(
  db: Db,
  {
    resourceNumber,
    span,
    except,
    limit,
  }: { resourceNumber: number; span: Span; except: { id?: string; bookingId?: string }; limit: number },
): Promise<InTheWay[]> {
  const rows = await db
    .selectFrom('occupancies as o')
    .leftJoin('bookings as b', 'b.id', 'o.booking_id')
    .leftJoin('session_types as t', 't.id', 'b.session_type_id')
    .select(['o.kind', 'o.title', 'o.starts_at', 'o.ends_at', 'o.expires_at'])
    .select(['t.title as type_title', 'b.name', 'b.session_date', 'b.session_end'])
    .where('o.resource_number', '=', resourceNumber)
    .where('o.ends_at', '>', span.startsAt)
    .where('o.starts_at', '<', span.endsAt)
    .where('o.id', '<>', except.id ?? '')
    .where((e) => e.or([e('o.booking_id', 'is', null), e('o.booking_id', '<>', except.bookingId ?? '')]))
    .orderBy('o.ends_at')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    kind: row.kind,
    title: row.title,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    expiresAt: row.expires_at,
    booking:
      row.session_date === null || row.session_end === null
        ? null
        : {
            title: row.type_title ?? '',
            name: row.name ?? '',
            sessionDate: row.session_date,
            sessionEnd: row.session_end,
          },
  }))
}
