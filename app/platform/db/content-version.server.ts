import type { Db } from './database.server'

/** The content version, which triggers raise with every write of content, by any process. */
export async function readContentVersion(db: Db): Promise<number> {
  const row = await db.selectFrom('content_version').select('version').executeTakeFirstOrThrow()
  return row.version
}

/** Reads that haven't begun yet. */
const awaited = new WeakMap<Db, Promise<number>>()

/**
 * Calls in the same turn share one read, since a page's loaders ask for several kinds of content at the same time. It
 * begins after the last of them has called, so none gets an older version than it would by itself.
 */
function readSharedVersion(db: Db): Promise<number> {
  const known = awaited.get(db)
  if (known) return known
  const read = Promise.resolve().then(() => {
    awaited.delete(db)
    return readContentVersion(db)
  })
  awaited.set(db, read)
  return read
}

/** Results of one reader and database that are kept at once. */
const MOST_KEPT = 100

/**
 * Reads what depends on content and the arguments only, and keeps it until content changes. Callers must not modify
 * the result.
 */
export function keptWithContent<Args extends readonly (string | null)[], Result>(
  read: (db: Db, ...args: Args) => Promise<Result>,
): (db: Db, ...args: Args) => Promise<Result> {
  const kept = new WeakMap<Db, { version: number; results: Map<string, Promise<Result>> }>()
  return async (db, ...args) => {
    // Read first: what is written between the two reads raises the version again.
    const version = await readSharedVersion(db)
    const before = kept.get(db)
    const own = before?.version === version ? before : { version, results: new Map() }
    kept.set(db, own)
    const key = JSON.stringify(args)
    const known = own.results.get(key)
    if (known) return known
    if (own.results.size >= MOST_KEPT) own.results.clear()
    const result = read(db, ...args)
    own.results.set(key, result)
    result.catch(() => own.results.delete(key))
    return result
  }
}
