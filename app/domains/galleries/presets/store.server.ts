import { type Db, isVersion, type Tx } from '~/platform/db/database.server'
import type { NewRow, Row } from '~/platform/db/schema'

export type PresetRow = Row<'gallery_presets'>
type PresetColumns = Omit<NewRow<'gallery_presets'>, 'id' | 'version'>

export const selectPresets = (db: Db): Promise<PresetRow[]> =>
  db.selectFrom('gallery_presets').selectAll().orderBy('name').orderBy('id').execute()

export const selectPreset = (db: Db, id: string): Promise<PresetRow | undefined> =>
  db.selectFrom('gallery_presets').selectAll().where('id', '=', id).executeTakeFirst()

/** @throws if another preset has the name */
export async function insertPreset(tx: Tx, id: string, columns: PresetColumns): Promise<void> {
  await tx
    .insertInto('gallery_presets')
    .values({ id, ...columns })
    .execute()
}

/** @returns whether the version was still the expected one. @throws if another preset has the name */
export async function updatePreset(
  tx: Tx,
  { id, version }: { id: string; version: number },
  columns: PresetColumns,
): Promise<boolean> {
  if (!isVersion(version)) return false
  const { numUpdatedRows } = await tx
    .updateTable('gallery_presets')
    .set({ ...columns, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends that another preset is the default. */
export async function clearDefault(tx: Tx, except: string): Promise<void> {
  await tx
    .updateTable('gallery_presets')
    .set((column) => ({ is_default: 0, version: column('version', '+', 1) }))
    .where('is_default', '=', 1)
    .where('id', '!=', except)
    .execute()
}

/** @returns whether the version was still the expected one */
export async function deletePreset(
  tx: Tx,
  { id, version }: { id: string; version: number },
): Promise<boolean> {
  if (!isVersion(version)) return false
  const { numDeletedRows } = await tx
    .deleteFrom('gallery_presets')
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
