import { type Db, runsOnPostgres } from './database.server'

interface Lockable<Query> {
  forUpdate(): Query
  forNoKeyUpdate(): Query
  forKeyShare(): Query
}

/**
 * `update`: nothing else locks or changes the rows. `no key update`: others may still write rows that refer to them.
 * `key share`: others may do the same at the same time, but not change or lock the rows for `update`.
 */
type Strength = 'update' | 'no key update' | 'key share'

/**
 * Locks the rows that `query` finds until the transaction ends. Another transaction that wants them waits, then reads
 * what this one wrote. Order by id what has several rows, so that two transactions can't wait for each other.
 * On SQLite the query runs as it is: a transaction that writes has the whole database to itself.
 */
export function lockRows<Query extends Lockable<Query>>(
  tx: Db,
  query: Query,
  strength: Strength = 'update',
): Query {
  if (!runsOnPostgres(tx)) return query
  if (strength === 'key share') return query.forKeyShare()
  return strength === 'update' ? query.forUpdate() : query.forNoKeyUpdate()
}

/** Locks those of the rows that no other transaction has locked, and leaves out the others. */
export const lockFreeRows = <Query extends { forUpdate(): Query; skipLocked(): Query }>(
  tx: Db,
  query: Query,
): Query => (runsOnPostgres(tx) ? query.forUpdate().skipLocked() : query)
