import { type Db, type Tx, transact } from './database.server'

/** Carries an outcome out of a transaction of which nothing may stay. */
class Undone<T> extends Error {
  readonly outcome: T

  constructor(outcome: T) {
    super('undone')
    this.outcome = outcome
  }
}

/**
 * Runs `work` in one transaction. What it hands to `undo` is the outcome, and nothing that was written before stays.
 * @param db no transaction itself: that would keep what it had written
 */
export async function transactUnless<T>(
  db: Db,
  work: (tx: Tx, undo: (outcome: T) => never) => Promise<T>,
): Promise<T> {
  try {
    return await transact(db, (tx) =>
      work(tx, (outcome) => {
        throw new Undone(outcome)
      }),
    )
  } catch (error) {
    if (error instanceof Undone) return error.outcome
    throw error
  }
}
