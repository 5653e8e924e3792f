import type { Db } from '~/platform/db/database.server'
import { selectInvoicedCharges } from './store.server'

/** Which of these charges are on an invoice, so that only a credit note changes what is owed for them. */
export const readInvoiced = async ({ db }: { db: Db }, chargeIds: string[]): Promise<Set<string>> =>
  new Set((await selectInvoicedCharges(db, chargeIds)).keys())
