import type { Db } from '~/platform/db/database.server'
import { setCurrency } from '~/platform/money'
import { type Settings, settingsSchema } from './model'

const GROUPS = Object.keys(settingsSchema.shape) as (keyof Settings)[]

/** Row of `settings` that marks the initial content as loaded. */
const INSTALLATION = 'installation'

/** Reads that haven't begun yet. */
const awaited = new WeakMap<Db, Promise<Settings | undefined>>()

/**
 * Calls in the same turn share one read, since a page's loaders ask for the settings at the same time. It begins
 * after the last of them has called, so none gets older settings than it would by itself.
 * @returns undefined before the first content is loaded
 */
export function selectSettings(db: Db): Promise<Settings | undefined> {
  const known = awaited.get(db)
  if (known) return known
  const read = Promise.resolve().then(() => {
    awaited.delete(db)
    return readGroups(db)
  })
  awaited.set(db, read)
  return read
}

/** Also makes the studio's currency that of this process. */
async function readGroups(db: Db): Promise<Settings | undefined> {
  const rows = await db.selectFrom('settings').select(['key', 'value']).where('key', 'in', GROUPS).execute()
  if (rows.length === 0) return undefined
  const written = JSON.stringify(rows)
  if (written !== lastRead?.written)
    lastRead = {
      written,
      settings: settingsSchema.parse(
        Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value)])),
      ),
    }
  setCurrency(lastRead.settings.studio.currency)
  return lastRead.settings
}

/**
 * Cached, since parsing takes longer than reading, and nearly every request needs them. Callers must not
 * modify them.
 */
let lastRead: { written: string; settings: Settings } | undefined

/** The email with which the first owner signs in; undefined: there is no owner yet. */
export async function selectOwnerEmail(db: Db): Promise<string | undefined> {
  const owner = await db
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'owner')
    .where('email_verified', '=', 1)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return owner?.email
}

export async function replaceSettings(db: Db, settings: Settings, at: number): Promise<void> {
  for (const key of GROUPS) {
    const row = { key, value: JSON.stringify(settings[key]), updated_at: at }
    await db
      .insertInto('settings')
      .values(row)
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: row.value, updated_at: at }))
      .execute()
  }
}

export async function isInstalled(db: Db): Promise<boolean> {
  const row = await db.selectFrom('settings').select('key').where('key', '=', INSTALLATION).executeTakeFirst()
  return row !== undefined
}

/**
 * Marks the installation as loaded. Of several concurrent transactions, one succeeds after the others have
 * waited.
 * @returns whether it was this one
 */
export async function insertInstallation(db: Db, at: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('settings')
    .values({ key: INSTALLATION, value: JSON.stringify({ loadedAt: at }), updated_at: at })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) === 1
}

/** Groups saved after the initial content was loaded. */
export async function selectSavedGroups(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('settings as s')
    .innerJoin('settings as first', (join) => join.on('first.key', '=', INSTALLATION))
    .whereRef('s.updated_at', '>', 'first.updated_at')
    .where('s.key', 'in', GROUPS)
    .select('s.key')
    .execute()
  return rows.map(({ key }) => key)
}

/** One group, and when it was last saved; 0: it was added by an update, and has its default. */
export async function selectGroup<G extends keyof Settings>(
  db: Db,
  group: G,
): Promise<{ value: Settings[G]; version: number }> {
  const row = await db
    .selectFrom('settings')
    .select(['value', 'updated_at'])
    .where('key', '=', group)
    .executeTakeFirst()
  const stored: unknown = row && JSON.parse(row.value)
  return { value: settingsSchema.shape[group].parse(stored) as Settings[G], version: row?.updated_at ?? 0 }
}

/**
 * Replaces a group as if it had been installed with this value. Forms that show another value are out of date
 * then: the version becomes an earlier one, since a later one would mean that the owner has saved it.
 */
export async function putGroupValue<G extends keyof Settings>(
  db: Db,
  group: G,
  value: Settings[G],
): Promise<void> {
  await db
    .updateTable('settings')
    .set((column) => ({ value: JSON.stringify(value), updated_at: column('updated_at', '-', 1) }))
    .where('key', '=', group)
    .where('value', '!=', JSON.stringify(value))
    .execute()
}

/** @returns false when the group's version has changed; nothing is written then */
export async function updateGroup<G extends keyof Settings>(
  db: Db,
  group: G,
  value: Settings[G],
  { version, at }: { version: number; at: number },
): Promise<boolean> {
  const row = { key: group, value: JSON.stringify(value), updated_at: at }
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('settings')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ value: row.value, updated_at: at })
        .where('settings.updated_at', '=', version),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}
