import { AsyncLocalStorage } from 'node:async_hooks'

const transactions = new AsyncLocalStorage<{ isOpen: boolean }>()

/** Marks a transaction as open for `refuseWhileWriting` in everything that `work` calls. */
export async function asTransaction<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { isOpen: true }
  try {
    return await transactions.run(transaction, work)
  } finally {
    transaction.isOpen = false
  }
}

/**
 * Keeps slow work out of transactions: on SQLite an open one blocks all other queries, on PostgreSQL it keeps
 * row locks.
 * @param what begins the error message, such as "An email"
 * @throws inside a transaction
 */
export function refuseWhileWriting(what: string): void {
  if (transactions.getStore()?.isOpen)
    throw new Error(`${what} can’t be rendered while a transaction is open.`)
}
