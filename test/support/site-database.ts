import { type Db, openDatabase } from '~/platform/db/database.server'
import type { Site } from './site'

/** Works in the database of a running site beside it. */
export async function inDatabaseOf<T>(site: Site, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase({ databaseUrl: site.databaseUrl, dataDir: site.dataDir })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
