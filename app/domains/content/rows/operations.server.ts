import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import type { Clock } from '~/platform/clock'
import { type Db, isTaken, type Tx, transact } from '~/platform/db/database.server'
import type { FieldValues } from '~/platform/forms'
import { type Move, moved } from '~/platform/list-order'
import type { RowMoved } from './outcome'
import { lockContent, type OrderedTable, updateOrder } from './store.server'

interface OrderedRow {
  id: string
  /** Identifies the row in a move. */
  key: string
  /** The visible name. */
  title: string
  position: number
}

/** Runs a content write in a transaction, after locking content. */
export const lockedContent = <Done>(db: Db, write: (tx: Tx) => Promise<Done>): Promise<Done> =>
  transact(db, async (tx) => {
    await lockContent(tx)
    return await write(tx)
  })

/** Refuses a write whose value of a unique column another row already has. @param column `table.column` */
export async function refuseTaken<Done>(
  write: () => Promise<Done>,
  { column, errors }: { column: Parameters<typeof isTaken>[1]; errors: FieldValues },
): Promise<Done | { ok: false; reason: 'refused'; errors: FieldValues }> {
  try {
    return await write()
  } catch (error) {
    if (!isTaken(error, column)) throw error
    return { ok: false, reason: 'refused', errors }
  }
}

/** Moves one of `rows`, which the same transaction read after locking content, and logs it. */
export async function reorder(
  { tx, clock, author }: { tx: Tx; clock: Clock; author: Author },
  { table, rows, subject }: { table: OrderedTable; rows: OrderedRow[]; subject: string },
  move: Move,
): Promise<RowMoved> {
  const order = rows.map(({ key }) => key)
  const after = moved(order, move)
  if (!after) return { ok: false, reason: 'changed-since' }
  if (after === order) return { ok: true }
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const sorted = after.flatMap((key) => byKey.get(key) ?? [])
  await updateOrder(tx, table, sorted)
  const from = orderLabel(rows, move)
  const changes = [{ field: 'Order', from, to: orderLabel(sorted, move) }]
  await recordAction({ db: tx, clock, author }, { action: 'content-reordered', subject, changes })
  return { ok: true }
}

/** The two entries to swap, in their current order. */
const orderLabel = (rows: OrderedRow[], { id, past }: Move): string =>
  rows
    .filter(({ key }) => key === id || key === past)
    .map(({ title }) => `“${title}”`)
    .join(' before ')
