import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '~/platform/db/database.server'
import { matches, readSearch, type Search } from '~/platform/db/search-terms.server'
import type { Booking, BookingState } from '../../bookings/model'
import { selectBookingsById } from '../../bookings/store.server'
import type { BookingCursor } from './model'

export interface ListedQuery {
  resourceId: string
  direction: 'asc' | 'desc'
  /** Milliseconds since 1970; `from` counts for the end of a session, `until` for its begin. */
  from: number | null
  until: number | null
  states: readonly BookingState[]
  type: string | null
  place: string | null
  isDepositDue: boolean
  search: string
  after: BookingCursor | null
  limit: number
}

/** No session is longer: what began so much earlier is over. */
const LONGEST = 2 * 86_400_000

/** The ids of one state, or of all of them, in the order of an index. */
export const listedQuery = (
  db: Db,
  query: Omit<ListedQuery, 'states' | 'search'>,
  state: BookingState | null,
  search: Search = null,
) =>
  db
    .selectFrom('bookings as b')
    .select(['b.id', 'b.session_date'])
    .$if(state === null, (q) => q.where('b.resource_id', '=', query.resourceId))
    .$if(state !== null, (q) => q.where('b.state', '=', state as BookingState))
    .$if(query.from !== null, (q) =>
      q
        .where('b.session_date', '>=', Number(query.from) - LONGEST)
        .where('b.session_end', '>', Number(query.from)),
    )
    .$if(query.until !== null, (q) => q.where('b.session_date', '<', Number(query.until)))
    .$if(query.type !== null, (q) => q.where('b.session_type_id', '=', query.type as string))
    .$if(query.place !== null, (q) => q.where('b.place_id', '=', query.place as string))
    .$if(query.isDepositDue, (q) => q.where(depositIsDue()))
    .$if(search !== null, (q) => q.where(matches(db, search, 'b.id')))
    .$if(query.after !== null, (q) => q.where(isAfter(query.after as BookingCursor, query.direction)))
    .orderBy('b.session_date', query.direction)
    .orderBy('b.id', query.direction)
    .limit(query.limit)

/** As one comparison of pairs, which both engines find in the index. */
const isAfter = ({ at, id }: BookingCursor, direction: 'asc' | 'desc'): Expression<SqlBool> =>
  direction === 'asc'
    ? sql<SqlBool>`(b.session_date, b.id) > (${at}, ${id})`
    : sql<SqlBool>`(b.session_date, b.id) < (${at}, ${id})`

const depositIsDue = (): Expression<SqlBool> => sql<SqlBool>`b.deposit_cents > (
  select coalesce(sum(p.amount_cents), 0) from booking_payments as p
  where p.booking_id = b.id and p.kind = 'deposit' and p.voided_at is null)`

/** A page of the list. Several states are walked one by one, each along its index, and put in order here. */
export async function selectListed(db: Db, { states, search, ...query }: ListedQuery): Promise<Booking[]> {
  const found = await readSearch(db, 'booking', search)
  const walks: (BookingState | null)[] = states.length === 0 ? [null] : [...states]
  const pages = await Promise.all(walks.map((state) => listedQuery(db, query, state, found).execute()))
  const sign = query.direction === 'asc' ? 1 : -1
  const ids = pages
    .flat()
    .sort((a, b) => sign * (a.session_date - b.session_date || (a.id < b.id ? -1 : 1)))
    .slice(0, query.limit)
    .map(({ id }) => id)
  const bookings = await selectBookingsById(db, ids)
  return ids.flatMap((id) => bookings.get(id) ?? [])
}

/** What has been received for some bookings less what went back, and of that the deposit; cents by booking. */
export async function selectReceived(
  db: Db,
  ids: string[],
): Promise<Map<string, { deposit: number; kept: number }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('booking_payments')
    .select(['booking_id', 'kind', 'amount_cents'])
    .where('booking_id', 'in', ids)
    .where('voided_at', 'is', null)
    .execute()
  const sums = new Map<string, { deposit: number; kept: number }>()
  for (const { booking_id, kind, amount_cents } of rows) {
    const { deposit, kept } = sums.get(booking_id) ?? { deposit: 0, kept: 0 }
    sums.set(booking_id, {
      deposit: deposit + (kind === 'deposit' ? amount_cents : 0),
      kept: kept + (kind === 'refund' ? -amount_cents : amount_cents),
    })
  }
  return sums
}

/** What a filter can name. */
export async function selectFilterChoices(
  db: Db,
): Promise<Record<'types' | 'places', { id: string; title: string }[]>> {
  const [types, places] = await Promise.all([
    db.selectFrom('session_types').select(['id', 'title']).orderBy('position').orderBy('id').execute(),
    db.selectFrom('places').select(['id', 'title']).orderBy('position').orderBy('id').execute(),
  ])
  return { types, places }
}
