import type { Db } from '~/platform/db/database.server'
import { readMigrations } from '~/platform/db/migrate.server'
import type { NewRow, Row } from '~/platform/db/schema'

export const insertRun = async (db: Db, run: NewRow<'backup_runs'>): Promise<void> =>
  void (await db.insertInto('backup_runs').values(run).execute())

export const updateRun = async (db: Db, id: string, change: Partial<NewRow<'backup_runs'>>): Promise<void> =>
  void (await db.updateTable('backup_runs').set(change).where('id', '=', id).execute())

/** Runs whose process ended before they did. */
export const failOpenRuns = async (db: Db, at: number, note: string): Promise<void> =>
  void (await db
    .updateTable('backup_runs')
    .set({ state: 'failed', ended_at: at, note })
    .where('state', '=', 'making')
    .execute())

/** Newest first. */
export const selectRuns = (db: Db, limit: number): Promise<Row<'backup_runs'>[]> =>
  db.selectFrom('backup_runs').selectAll().orderBy('started_at', 'desc').limit(limit).execute()

export const selectLastVerified = (db: Db): Promise<Row<'backup_runs'> | undefined> =>
  db
    .selectFrom('backup_runs')
    .selectAll()
    .where('state', '=', 'verified')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Whether a backup was ever verified. The database may be of an older version, without the table. */
export const hasBackedUp = async (db: Db): Promise<boolean> =>
  (await hasRuns(db)) && (await selectLastVerified(db)) !== undefined

export const hasRuns = async (db: Db): Promise<boolean> =>
  (await readMigrations(db)).includes('2026-11-27-y-backup-runs')

export const deleteRunsBefore = async (db: Db, before: number): Promise<void> =>
  void (await db.deleteFrom('backup_runs').where('started_at', '<', before).execute())
