import type { Db } from '~/platform/db/database.server'
import { readInParts } from '~/platform/db/in-parts'

export async function selectStaff(db: Db): Promise<{ id: string; role: 'owner' | 'assistant' }[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'role'])
    .where('role', 'in', ['owner', 'assistant'])
    .execute()
  return rows.flatMap(({ id, role }) => (role === 'client' ? [] : [{ id, role }]))
}

/** When one of the person’s sessions was last used; null: they have none. */
export async function selectLastSeen(db: Db, user: string): Promise<number | null> {
  const row = await db
    .selectFrom('sessions')
    .select((e) => e.fn.max('updated_at').as('at'))
    .where('user_id', '=', user)
    .executeTakeFirst()
  return row?.at ?? null
}

export const selectNames = (db: Db, ids: string[]): Promise<{ id: string; name: string }[]> =>
  readInParts(ids, (some) => db.selectFrom('users').select(['id', 'name']).where('id', 'in', some).execute())
