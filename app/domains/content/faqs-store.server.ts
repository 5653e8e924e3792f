import type { Db, Tx } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
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

export async function updateQuestion(
  tx: Tx,
  { id, version }: { id: string; version: number },
  values: FaqDraft & { position: number },
): Promise<void> {
  await tx
    .updateTable('faqs')
    .set({ ...values, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
}

export async function deleteQuestion(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('faqs').where('id', '=', id).execute()
}
