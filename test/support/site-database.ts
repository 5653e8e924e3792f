import { type Db, openDatabase } from '~/platform/db/database.server'
import type { Site } from './site'

/** Runs `work` with a separate connection to a running site's database. */
export async function inDatabaseOf<T>(site: Site, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase({ databaseUrl: site.databaseUrl, dataDir: site.dataDir })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
