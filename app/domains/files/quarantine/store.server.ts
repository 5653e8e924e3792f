import type { Db } from '~/platform/db/database.server'
import { inParts } from '~/platform/db/in-parts'
import type { Row } from '~/platform/db/schema'

/** What these photos were called. */
export async function selectRemoved(
  db: Db,
  photos: readonly string[],
): Promise<Map<string, Row<'removed_photos'>>> {
  const found = new Map<string, Row<'removed_photos'>>()
  for (const some of inParts(photos))
    for (const row of await db.selectFrom('removed_photos').selectAll().where('sha256', 'in', some).execute())
      found.set(row.sha256, row)
  return found
}

export async function selectSlug(db: Db, photo: string): Promise<string | undefined> {
  const row = await db.selectFrom('photos').select('slug').where('sha256', '=', photo).executeTakeFirst()
  return row?.slug
}

export async function deleteRemoved(db: Db, photo: string): Promise<void> {
  await db.deleteFrom('removed_photos').where('sha256', '=', photo).execute()
}

export async function deleteRemovedBefore(db: Db, before: number): Promise<void> {
  await db.deleteFrom('removed_photos').where('removed_at', '<', before).execute()
}
