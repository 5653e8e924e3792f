import type { Db, Tx } from '~/platform/db/database.server'
import type { NewRow, Row } from '~/platform/db/schema'
import { deleteSeen, type Seen, updateSeen } from '~/platform/db/versioned.server'

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
export const updatePreset = (tx: Tx, seen: Seen, columns: PresetColumns): Promise<boolean> =>
  updateSeen(tx, 'gallery_presets', seen, columns)

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
export const deletePreset = (tx: Tx, seen: Seen): Promise<boolean> => deleteSeen(tx, 'gallery_presets', seen)
