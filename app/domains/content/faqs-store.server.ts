import type { Db, Tx } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { type Seen, updateSeen } from '~/platform/db/versioned.server'
import { newId } from '~/platform/ids.server'
import type { FaqDraft } from './drafts'

export const selectAllQuestions = (db: Db): Promise<Row<'faqs'>[]> =>
  db.selectFrom('faqs').selectAll().orderBy('topic').orderBy('position').orderBy('id').execute()

/** The questions of a topic in their order. */
export const questionsQuery = (db: Db, topic: string) =>
  db.selectFrom('faqs').selectAll().where('topic', '=', topic).orderBy('position').orderBy('id')

export const selectUsedTopics = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('faqs').select('topic').distinct().execute()).map(({ topic }) => topic)

export const selectQuestion = (db: Db, id: string): Promise<Row<'faqs'> | undefined> =>
  db.selectFrom('faqs').selectAll().where('id', '=', id).executeTakeFirst()

export async function insertQuestion(tx: Tx, values: FaqDraft, position: number): Promise<string> {
  const id = newId()
  await tx
    .insertInto('faqs')
    .values({ id, ...values, position })
    .execute()
  return id
}

export const updateQuestion = (
  tx: Tx,
  seen: Seen,
  values: FaqDraft & { position: number },
): Promise<boolean> => updateSeen(tx, 'faqs', seen, values)

export async function deleteQuestion(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('faqs').where('id', '=', id).execute()
}
