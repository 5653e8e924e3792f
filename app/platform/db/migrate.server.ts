import { type Migration, Migrator } from 'kysely/migration'
import { migrations } from '../../../migrations/all'
import type { Db } from './database.server'

/** By name, in the order in which they run. */
export type Migrations = Record<string, Migration>

/**
 * Brings the database to the newest version. Several instances may start at once: the migrator holds a lock.
 * @param wanted all migrations there are, also those that have run
 * @returns names of the migrations that ran
 * @throws the error of the migration that failed; what it did is rolled back
 */
export async function migrate(db: Db, wanted: Migrations = migrations): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => wanted },
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}

/** Brings a new database to where one is that has been through these migrations alone. */
export async function migrateAs(
  db: Db,
  names: readonly string[],
  known: Migrations = migrations,
): Promise<void> {
  await migrate(db, Object.fromEntries(Object.entries(known).filter(([name]) => names.includes(name))))
}
