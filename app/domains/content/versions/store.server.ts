import type { Db, Tx } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { newId } from '~/platform/ids.server'
import type { Written } from './model'

export type VersionRow = Omit<Row<'text_versions'>, 'id'>

export const keyOf = (of: Written): Pick<VersionRow, 'page_slug' | 'item_id'> =>
  'page' in of ? { page_slug: of.page, item_id: null } : { page_slug: null, item_id: of.item }

const versionsOf = (db: Db, of: Written) =>
  db
    .selectFrom('text_versions')
    .selectAll()
    .where((e) => ('page' in of ? e('page_slug', '=', of.page) : e('item_id', '=', of.item)))

export const selectLatestVersion = (db: Db, of: Written): Promise<VersionRow | undefined> =>
  versionsOf(db, of).orderBy('number', 'desc').limit(1).executeTakeFirst()

export const selectVersion = (db: Db, of: Written, number: number): Promise<VersionRow | undefined> =>
  versionsOf(db, of).where('number', '=', number).executeTakeFirst()

/** Newest first. @param before only those below this number */
export const selectVersions = (
  db: Db,
  of: Written,
  { before, limit }: { before: number; limit: number },
): Promise<VersionRow[]> =>
  versionsOf(db, of).where('number', '<', before).orderBy('number', 'desc').limit(limit).execute()

/** The newest versions of pages, or of texts of stories, that aren't published. */
export const selectDrafts = (db: Db, key: 'page_slug' | 'item_id') =>
  db
    .selectFrom('text_versions as v')
    .select([`v.${key} as of`, 'v.form'])
    .where('v.published_at', 'is', null)
    .where(`v.${key}`, 'is not', null)
    .where('v.number', '=', (e) =>
      e
        .selectFrom('text_versions as w')
        .select((max) => max.fn.max('w.number').as('number'))
        .whereRef(`w.${key}`, '=', `v.${key}`),
    )
    .execute()

export async function insertVersion(tx: Tx, version: VersionRow): Promise<void> {
  await tx
    .insertInto('text_versions')
    .values({ id: newId(), ...version })
    .execute()
}

export async function updateVersion(
  tx: Tx,
  of: Written,
  number: number,
  changes: Partial<Pick<VersionRow, 'revision' | 'form' | 'saved_at' | 'published_at'>>,
): Promise<void> {
  await tx
    .updateTable('text_versions')
    .set(changes)
    .where((e) => ('page' in of ? e('page_slug', '=', of.page) : e('item_id', '=', of.item)))
    .where('number', '=', number)
    .execute()
}
