import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { dropTerms } from '~/platform/db/search-terms.server'

export async function selectPersonOfUser(db: Db, user: string): Promise<string | undefined> {
  const row = await db.selectFrom('people').select('id').where('user_id', '=', user).executeTakeFirst()
  return row?.id
}

/**
 * The records as they are, which nobody else changes before this transaction ends. In the order of their ids, so that
 * two who lock the same never wait for each other in a ring.
 */
export async function lockPeople(tx: Db, ids: string[]): Promise<Map<string, Row<'people'>>> {
  const locked = new Map<string, Row<'people'>>()
  for (const id of [...new Set(ids)].sort()) {
    const row = await tx
      .updateTable('people')
      .set((e) => ({ version: e.ref('version') }))
      .where('id', '=', id)
      .where('merged_into', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (row) locked.set(id, row)
  }
  return locked
}

export async function moveAddress(tx: Db, key: string, person: string): Promise<void> {
  await tx.updateTable('person_addresses').set({ person_id: person }).where('email_key', '=', key).execute()
}

/** Gives all that one record has to another, to which its id leads from now on. */
export async function emptyInto(tx: Db, gone: string, kept: string): Promise<void> {
  await tx.updateTable('person_addresses').set({ person_id: kept }).where('person_id', '=', gone).execute()
  await tx
    .updateTable('people')
    .set({ name: '', phone: '', note: '', user_id: null, records: 0, is_subscriber: 0, merged_into: kept })
    .where('id', '=', gone)
    .execute()
  await tx.updateTable('people').set({ merged_into: kept }).where('merged_into', '=', gone).execute()
  await dropTerms(tx, 'person', gone)
}

/** With its addresses, and the ids that lead to it. */
export async function deletePerson(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('person_addresses').where('person_id', '=', id).execute()
  await tx
    .deleteFrom('people')
    .where((e) => e.or([e('id', '=', id), e('merged_into', '=', id)]))
    .execute()
  await dropTerms(tx, 'person', id)
}
