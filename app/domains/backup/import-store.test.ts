import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { newId } from '~/platform/ids.server'
import { freshDatabase } from '../../../test/support/database'
import { makeBooking } from '../../../test/support/factories'
import type { TableRow } from './archived-tables'
import { fillTable } from './import-store.server'

const ROWS = 1_000
const AT_ONCE = 200

test('PostgreSQL looks up the payments of a booking by its index while a table is filled', async () => {
  const fresh = await freshDatabase('postgres')
  onTestFinished(() => fresh.dispose())
  const sample = await makeBooking(fresh.db)
  const bookings = Array.from({ length: ROWS }, (_, n) => ({
    ...{ ...sample, id: newId(), reference: `DE-F${n}`, uid: `f${n}@studio.example.com` },
    session_date: sample.session_date + n * 7_200_000,
    session_end: sample.session_end + n * 7_200_000,
  }))
  const payments = bookings.map(({ id }) => ({
    ...{ id: newId(), booking_id: id, purpose: 'balance', currency: 'USD', amount_cents: 28_500 },
    ...{ received_on: '2026-11-01', method: 'cash', note: '', recorded_at: 0 },
    ...{ recorded_by: 'Dorian Ellis', voided_at: null },
  }))
  const read = await fresh.db.transaction().execute(async (tx) => {
    for (const [name, rows] of Object.entries({ bookings, payments }))
      await fillTable(tx, { name }, inBatches(rows))
    const { rows } = await sql<{ read: string }>`
      select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'payments'`.execute(
      tx,
    )
    return Number(rows[0]?.read)
  })
  // 5,400 for each payment without.
  expect(read / ROWS).toBeLessThan(1_000)
})

async function* inBatches(rows: TableRow[]): AsyncGenerator<TableRow[]> {
  for (let at = 0; at < rows.length; at += AT_ONCE) yield rows.slice(at, at + AT_ONCE)
}
