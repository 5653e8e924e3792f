import type { Db } from '~/platform/db/database.server'
import { indexTerms } from '~/platform/db/search-terms.server'

export interface DoNotSellRequest {
  id: string
  email: string
  /** The address in lower case. */
  key: string
  requestDate: number
  /** YYYY-MM-DD */
  dueDate: string
  gpc: boolean
}

/** @returns whether it was added: one address has one request */
export async function insertRequest(db: Db, request: DoNotSellRequest): Promise<boolean> {
  const row = await db
    .insertInto('do_not_sell_requests')
    .values({
      id: request.id,
      email: request.email,
      email_key: request.key,
      request_date: request.requestDate,
      due_date: request.dueDate,
      gpc: request.gpc ? 1 : 0,
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row) await indexTerms(db, 'do-not-sell', request.id, [request.email])
  return row !== undefined
}

/** The due date of the address’s request. */
export async function selectDueDate(db: Db, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('do_not_sell_requests')
    .select('due_date')
    .where('email_key', '=', key)
    .executeTakeFirst()
  return row?.due_date
}

/** @param key the address in lower case */
export async function selectRequestsOf(
  db: Db,
  key: string,
): Promise<Pick<DoNotSellRequest, 'email' | 'requestDate' | 'dueDate' | 'gpc'>[]> {
  const rows = await db.selectFrom('do_not_sell_requests').selectAll().where('email_key', '=', key).execute()
  return rows.map((row) => ({
    email: row.email,
    requestDate: row.request_date,
    dueDate: row.due_date,
    gpc: row.gpc === 1,
  }))
}
