import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { migrations } from '../../../migrations/all'
import { type Db, runsOnPostgres } from './database.server'

/**
 * By name, in the order in which they run. `oneWay` is a sentence for the operator about what such a migration
 * removes, so that a return to the version before needs a backup.
 */
export type Migrations = Record<string, Migration & { oneWay?: string }>

/**
 * Migrates the database to the newest version. Several instances may start at once: the migrator holds a
 * lock.
 * @param wanted all migrations, including those already run
 * @returns names of the migrations that ran
 * @throws UnknownVersion when another version migrated it differently; nothing is changed then
 * @throws the error of a failed migration, which is rolled back
 */
export async function migrate(db: Db, wanted: Migrations = migrations): Promise<string[]> {
  if (!runsOnPostgres(db)) return await migrateToLatest(db, wanted)
  if (db.isTransaction) {
    await sql`set local statement_timeout = 0`.execute(db)
    return await migrateToLatest(db, wanted)
  }
  return await db.connection().execute(async (one) => {
    // A change of a large table, or waiting for another instance’s, takes as long as it takes.
    await sql`set statement_timeout = 0`.execute(one)
    try {
      return await migrateToLatest(one, wanted)
    } finally {
      await sql`reset statement_timeout`.execute(one)
    }
  })
}

async function migrateToLatest(db: Db, wanted: Migrations): Promise<string[]> {
  await refuseUnknownVersion(db, Object.keys(wanted))
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => wanted },
    // A database may have been migrated by a version that lacked some migrations with earlier names. Each of
    // them only adds, so they can still run.
    allowUnorderedMigrations: true,
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}

/** Migrates a new database with exactly these migrations. */
export async function migrateAs(
  db: Db,
  names: readonly string[],
  known: Migrations = migrations,
): Promise<void> {
  await migrate(db, Object.fromEntries(Object.entries(known).filter(([name]) => names.includes(name))))
}

/** Names of the migrations already run, in order; none for an empty database. */
export async function readMigrations(db: Db): Promise<string[]> {
  const table = runsOnPostgres(db)
    ? sql`select 1 where to_regclass('kysely_migration') is not null`
    : sql`select 1 from sqlite_master where name = 'kysely_migration'`
  if ((await table.execute(db)).rows.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Another version migrated the database in a way that this one can't continue. The message is for the
 * operator.
 */
export class UnknownVersion extends Error {
  override name = 'UnknownVersion'
}

/**
 * Whether this version can migrate a database.
 * @throws the database's error if it is damaged
 */
export const isKnownVersion = async (db: Db): Promise<boolean> =>
  (await readMigrations(db)).every((name) => name in migrations)

/** @throws UnknownVersion if the database has other migrations than these */
export async function refuseUnknownVersion(db: Db, known: string[]): Promise<void> {
  const unknown = (await readMigrations(db)).find((name) => !known.includes(name))
  if (unknown === undefined) return
  const [first = ''] = known.toSorted()
  throw new UnknownVersion(
    unknown < first
      ? 'This database was made by a version from before the first release, which this version can’t upgrade. Nothing was changed. Start with an empty database by setting DATA_DIR or DATABASE_URL, or go back to the version that made it.'
      : 'This database was upgraded by a newer version. Nothing was changed. Update this installation, or restore a backup from this version.',
  )
}
