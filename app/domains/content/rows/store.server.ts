import { lockRows, type Tx } from '~/platform/db/database.server'

/** Tables with a manual order. */
export type OrderedTable = 'services' | 'packages' | 'faqs' | 'testimonials' | 'products'

/**
 * Locks content until the transaction ends, so that what it reads afterwards stays true until it writes. Call
 * it first: every content write locks this row anyway, and transactions that had locked other rows before
 * could deadlock.
 */
export async function lockContent(tx: Tx): Promise<void> {
  await lockRows(tx, tx.selectFrom('content_version').select('id').where('id', '=', 1)).execute()
}

/** Stores the position of each row in `rows`. Unchanged ones aren't written. */
export async function updateOrder(
  tx: Tx,
  table: OrderedTable,
  rows: { id: string; position: number }[],
): Promise<void> {
  for (const [position, row] of rows.entries())
    if (row.position !== position)
      await tx.updateTable(table).set({ position }).where('id', '=', row.id).execute()
}
