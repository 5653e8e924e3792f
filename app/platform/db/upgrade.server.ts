import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '~/platform/config.server'
import { VERSION } from '~/platform/version'
import { migrations } from '../../../migrations/all'
import { commitChecked, type Db, runsOnPostgres, type Tx } from './database.server'
import { type Migrations, migrate, readMigrations, refuseUnknownVersion } from './migrate.server'
import { copySqlite, sqliteFile } from './sqlite.server'

interface Upgrade {
  db: Db
  config: Pick<Config, 'dataDir' | 'oneWayUpgrade'>
  /** Makes backups. @returns lines for the operator */
  saved(): Promise<string[]>
  /**
   * Throws if this version can't work with the migrated database. Its writes are undone.
   * @param tx the open transaction of the upgrade
   */
  check(tx: Tx): Promise<void>
  /** Shows a line to the operator. */
  print(line: string): void
}

/** The upgrade wasn't made. The message is for the operator. */
export class UpgradeStopped extends Error {
  override name = 'UpgradeStopped'
}

/** Copies of the database that are kept in the data folder. */
const KEPT_COPIES = 3

/**
 * Migrates the database to this version. One that has been in use is copied first (SQLite), then migrated and
 * checked in one transaction, which is rolled back unless the check succeeds.
 * @throws UpgradeStopped, UnknownVersion: nothing was changed
 */
export async function upgrade(given: Upgrade, wanted: Migrations = migrations): Promise<void> {
  const { db, config, saved, check, print } = given
  await refuseUnknownVersion(db, Object.keys(wanted))
  const ran = await readMigrations(db)
  const changes = Object.keys(wanted).filter((name) => !ran.includes(name))
  if (ran.length === 0 || changes.length === 0) return void (await migrate(db, wanted))

  print(
    `Upgrading the database to version ${VERSION} (${changes.length === 1 ? '1 change' : `${changes.length} changes`}).`,
  )
  refuseUnconfirmed(changes, wanted, config)
  const copy = runsOnPostgres(db) ? undefined : await copyDatabase(config.dataDir)
  if (copy) print(`A copy of the database from before is ${copy}`)
  try {
    for (const line of await saved()) print(line)
  } catch (error) {
    throw new UpgradeStopped(
      'The backup before the upgrade failed, so nothing was changed. Fix the cause, then start again.',
      { cause: error },
    )
  }
  try {
    await commitChecked(db, async (tx) => void (await migrate(tx, wanted)), check)
  } catch (error) {
    throw new UpgradeStopped(
      `The upgrade to version ${VERSION} failed, so it was undone: the database is as it was before. Start the previous version again, and report this problem.`,
      { cause: error },
    )
  }
  print('The upgrade is done, and the pages were checked.')
}

/** An upgrade that can’t be undone needs the operator's consent, which is valid for this one only. */
function refuseUnconfirmed(
  changes: readonly string[],
  wanted: Migrations,
  { oneWayUpgrade }: Upgrade['config'],
): void {
  const oneWay = changes.filter((name) => wanted[name]?.oneWay !== undefined).toSorted()
  const last = oneWay.at(-1)
  if (last === undefined || oneWayUpgrade === last) return
  const losses = oneWay.map((name) => wanted[name]?.oneWay).join(' ')
  throw new UpgradeStopped(
    `This upgrade can’t be undone. ${losses} Nothing was changed yet. Make a backup, then start with ONE_WAY_UPGRADE=${last}`,
  )
}

/** @returns the copy’s path */
async function copyDatabase(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'before-upgrade')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Half a copy of an attempt that was killed, or filled the disk.
  for (const name of await readdir(folder)) if (name.endsWith('.part')) await rm(join(folder, name))
  const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}.sqlite`)
  await copySqlite(sqliteFile(dataDir), `${file}.part`)
  await rename(`${file}.part`, file)
  const copies = (await readdir(folder)).filter((name) => /^[\dTZ.-]+\.sqlite$/.test(name)).toSorted()
  for (const old of copies.slice(0, -KEPT_COPIES)) await rm(join(folder, old))
  return file
}
