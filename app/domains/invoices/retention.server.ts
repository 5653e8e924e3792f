import { type Db, transact } from '~/platform/db/database.server'
import { type InvoiceDocument, readDocument } from './model'
import { deleteInvoices, selectDocumentsOf } from './store.server'

/** Deletes up to `limit` documents issued before an instant. @returns how many */
export const deleteExpiredInvoices = ({ db }: { db: Db }, before: number, limit: number): Promise<number> =>
  transact(db, (tx) => deleteInvoices(tx, before, limit))

/** The documents of an address, as issued. @param email in lower case */
export const exportClientInvoices = async ({ db }: { db: Db }, email: string): Promise<InvoiceDocument[]> =>
  (await selectDocumentsOf(db, email)).map(({ document }) => readDocument(document))
