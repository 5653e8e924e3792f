import type { Kysely } from 'kysely'

interface Before {
  booking_events: { id: string; booking_id: string; kind: string; at: number; detail: string }
  bookings: { id: string; state: string; deposit_cents: number }
  booking_payments: {
    id: string
    booking_id: string
    kind: string
    amount_cents: number
    recorded_at: number
    voided_at: number | null
  }
  booking_fees: FeeRow
}

interface FeeRow {
  id: string
  booking_id: string
  cause: string
  title: string
  amount_cents: number
  charged_at: number
  waived_at: number | null
  waived_by: string
  waive_reason: string
}

/** What a client owes on top of a booking's price. So far a fee was only told in an event. */
export async function up(db: Kysely<Before>): Promise<void> {
  await db.schema
    .createTable('booking_fees')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('booking_id', 'text', (c) => c.notNull().references('bookings.id').onDelete('cascade'))
    .addColumn('cause', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('amount_cents', 'integer', (c) => c.notNull())
    .addColumn('charged_at', 'bigint', (c) => c.notNull())
    .addColumn('waived_at', 'bigint')
    .addColumn('waived_by', 'text', (c) => c.notNull())
    .addColumn('waive_reason', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('booking_fees_booking')
    .on('booking_fees')
    .columns(['booking_id', 'id'])
    .execute()
  await db.schema
    .createIndex('booking_fees_open')
    .on('booking_fees')
    .column('booking_id')
    .where('waived_at' as never, 'is', null)
    .execute()
  const fees = [...(await feesOfEvents(db)), ...(await feesOfPayments(db))]
  for (const fee of fees) await db.insertInto('booking_fees').values(fee).execute()
}

/** Moves that cost something, and cancellations that kept a deposit. */
async function feesOfEvents(db: Kysely<Before>): Promise<FeeRow[]> {
  const events = await db
    .selectFrom('booking_events as e')
    .innerJoin('bookings as b', 'b.id', 'e.booking_id')
    .select(['e.id', 'e.booking_id', 'e.kind', 'e.at', 'e.detail', 'b.deposit_cents'])
    .where((w) =>
      w.or([
        w.and([
          w('e.kind', '=', 'moved'),
          w('e.detail', 'like', '%"feeCents":%'),
          w('e.detail', 'not like', '%"feeCents":0%'),
        ]),
        w.and([
          w('e.kind', '=', 'canceled'),
          w('e.detail', 'like', '%"isDepositReturned":0%'),
          w('b.deposit_cents', '>', 0),
        ]),
      ]),
    )
    .orderBy('e.id')
    .execute()
  const ends = await endsWithNothingKept(db)
  return events.map(({ id, booking_id, kind, at, detail, deposit_cents }) => ({
    id,
    booking_id,
    cause: kind === 'moved' ? 'reschedule' : 'cancellation',
    title: '',
    amount_cents: kind === 'moved' ? Number(JSON.parse(detail).feeCents) : deposit_cents,
    charged_at: at,
    ...waiver(ends.get(booking_id)),
  }))
}

/** Fees that were paid without one being told in an event. */
async function feesOfPayments(db: Kysely<Before>): Promise<FeeRow[]> {
  const paid = await db
    .selectFrom('booking_payments')
    .select(['booking_id', (e) => e.fn.min('id').as('id'), (e) => e.fn.min('recorded_at').as('at')])
    .select((e) => e.fn.sum<number>('amount_cents').as('sum'))
    .where('kind', '=', 'fee')
    .where('voided_at', 'is', null)
    .groupBy('booking_id')
    .execute()
  if (paid.length === 0) return []
  const told = new Map<string, number>()
  for (const { booking_id, cause, amount_cents } of await feesOfEvents(db))
    if (cause === 'reschedule') told.set(booking_id, (told.get(booking_id) ?? 0) + amount_cents)
  const ends = await endsWithNothingKept(db)
  return paid.flatMap(({ id, booking_id, at, sum }) => {
    const rest = Number(sum) - (told.get(booking_id) ?? 0)
    const row = { id, booking_id, cause: 'other', title: '', amount_cents: rest, charged_at: Number(at) }
    return rest > 0 ? [{ ...row, ...waiver(ends.get(booking_id)) }] : []
  })
}

/** Bookings that ended with everything going back to the client, and when. */
async function endsWithNothingKept(db: Kysely<Before>): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('booking_events as e')
    .innerJoin('bookings as b', 'b.id', 'e.booking_id')
    .select(['e.booking_id', 'e.at'])
    .where('b.state', 'in', ['declined', 'canceled'])
    .where((w) =>
      w.or([
        w('e.kind', '=', 'declined'),
        w.and([w('e.kind', '=', 'canceled'), w('e.detail', 'like', '%"isDepositReturned":1%')]),
      ]),
    )
    .execute()
  return new Map(rows.map(({ booking_id, at }) => [booking_id, at]))
}

const waiver = (endedAt: number | undefined) =>
  endedAt === undefined
    ? { waived_at: null, waived_by: '', waive_reason: '' }
    : { waived_at: endedAt, waived_by: '', waive_reason: 'Nothing was kept when this booking ended.' }
