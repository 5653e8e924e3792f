import { PostgresAdapter } from 'kysely'
import type { Db } from './database.server'

/** On SQLite a transaction that writes has all of the database to itself, and waits for no row. */
export const runsOnPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter

/** The rows that a query finds are this transaction’s until it ends: another that wants them waits. */
export const held = <Query extends { forUpdate(): Query }>(tx: Db, query: Query): Query =>
  runsOnPostgres(tx) ? query.forUpdate() : query

/** The same without those that another transaction holds: nobody waits. */
export const heldIfFree = <Query extends { forUpdate(): Query; skipLocked(): Query }>(
  tx: Db,
  query: Query,
): Query => (runsOnPostgres(tx) ? query.forUpdate().skipLocked() : query)
