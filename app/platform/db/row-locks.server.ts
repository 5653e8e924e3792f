import { type Db, runsOnPostgres } from './database.server'

interface Lockable<Query> {
  forUpdate(): Query
  forNoKeyUpdate(): Query
  forKeyShare(): Query
}

/**
 * `update`: exclusive. `no key update`: others may still insert rows that refer to them. `key share`: others
 * may take the same lock, but not change the rows' keys or delete them.
 */
type Strength = 'update' | 'no key update' | 'key share'

/**
 * Locks the rows of `query` until the transaction ends. Other transactions wait, then read the new values.
 * Order several rows by id to avoid deadlocks. On SQLite the query runs unchanged, since a writing
 * transaction already locks the whole database.
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

/** Locks rows that no other transaction has locked, and skips the others. */
export const lockFreeRows = <Query extends { forUpdate(): Query; skipLocked(): Query }>(
  tx: Db,
  query: Query,
): Query => (runsOnPostgres(tx) ? query.forUpdate().skipLocked() : query)
