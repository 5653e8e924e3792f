import { AsyncLocalStorage } from 'node:async_hooks'

const transactions = new AsyncLocalStorage<{ isOpen: boolean }>()

/** Runs `work` so that `refuseWhileWriting` can tell, in everything it calls, that a transaction is open. */
export async function asTransaction<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { isOpen: true }
  try {
    return await transactions.run(transaction, work)
  } finally {
    transaction.isOpen = false
  }
}

/**
 * Keeps slow work out of transactions. On SQLite an open transaction stops every other read and write, and on
 * PostgreSQL it keeps its row locks.
 * @param what begins the sentence, such as "An email"
 * @throws inside a transaction
 */
export function refuseWhileWriting(what: string): void {
  if (transactions.getStore()?.isOpen)
    throw new Error(`${what} can’t be rendered while a transaction is open.`)
}
