import { type Migration, Migrator } from 'kysely/migration'
import { migrations } from '../../../migrations/all'
import type { Db } from './database.server'

/**
 * Brings the database to the newest version. Several instances may start at once: the migrator holds a lock.
 * @returns names of the migrations that ran
 * @throws the error of the migration that failed; what it did is rolled back
 */
export async function migrate(db: Db): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async (): Promise<Record<string, Migration>> => migrations },
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}
