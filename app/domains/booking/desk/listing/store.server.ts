import { type Expression, type SqlBool, sql } from 'kysely'
import { COUNT_MAX } from '~/platform/answerable'
import type { Db } from '~/platform/db/database.server'
import { matches, readSearch, type Search } from '~/platform/db/search-terms.server'
import type { Booking, BookingState } from '../../reservations/model'
import { selectBookingsById } from '../../reservations/store.server'
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
  isFeeDue: boolean
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
    .$if(query.isFeeDue, (q) => q.where(feeIsDue()))
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

/** `feesOpen` of `balanceOf` is above 0. The first condition alone can be read from an index. */
const feeIsDue = (): Expression<SqlBool> => sql<SqlBool>`b.id in (
  select booking_id from booking_fees where waived_at is null
) and exists (
  select 1 from (
    select coalesce(sum(f.amount_cents), 0) as owed from booking_fees as f
    where f.booking_id = b.id and f.waived_at is null
  ) as fees, (
    select coalesce(sum(case when p.kind = 'refund' then -p.amount_cents else p.amount_cents end), 0) as kept,
      coalesce(sum(case when p.kind = 'fee' then p.amount_cents else 0 end), 0) as fee
    from booking_payments as p
    where p.booking_id = b.id and p.voided_at is null
  ) as paid
  where fees.owed > paid.fee and (
    case
      when b.state in ('declined', 'canceled') then fees.owed > paid.kept
      when b.price_unit = '' then b.price_cents + b.travel_fee_cents + fees.owed > paid.kept
      else 1 = 1
    end))`

/** COUNT_MAX at most. */
export async function countFeesDue(db: Db): Promise<number> {
  const due = db.selectFrom('bookings as b').select('b.id').where(feeIsDue()).limit(COUNT_MAX)
  const { count } = await db
    .selectFrom(due.as('due'))
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

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
