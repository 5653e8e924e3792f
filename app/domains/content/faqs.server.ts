import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import type { Db } from '~/platform/db/database.server'
import type { FieldValues } from '~/platform/forms'
import type { Move } from '~/platform/list-order'
import { rowChanges } from './changes'
import { type FaqDraft, faqDraftSchema } from './drafts'
import { type ListedQuestion, MOST_QUESTIONS, questionFields, type Topic, topicsOf } from './faqs'
import {
  deleteQuestion,
  insertQuestion,
  questionsQuery,
  selectAllQuestions,
  selectQuestion,
  selectUsedTopics,
  updateQuestion,
} from './faqs-store.server'
import { lockedContent, reorder } from './rows/operations.server'
import type { RowAdded, RowMoved, RowRefusal, RowRemoved, RowSaved } from './rows/outcome'
import { readRow, valuesOfRow } from './rows/row-form'
import { selectPage } from './store.server'

/** All topics, with the pages that show their questions. */
export async function listTopics({ db }: { db: Db }): Promise<Topic[]> {
  const portrait = await selectPage(db, 'portrait')
  return topicsOf(portrait?.body.faqTopic, await selectUsedTopics(db))
}

/** Every topic with its questions in order. */
export async function listQuestions({
  db,
}: {
  db: Db
}): Promise<(Topic & { questions: ListedQuestion[] })[]> {
  const rows = await selectAllQuestions(db)
  return (await listTopics({ db })).map((topic) => ({
    ...topic,
    questions: rows
      .filter((row) => row.topic === topic.name)
      .map(({ id, topic: name, question, answer }) => ({ id, topic: name, question, answer })),
  }))
}

export async function readQuestion(
  { db }: { db: Db },
  id: string,
): Promise<{ values: FieldValues; version: number } | undefined> {
  const row = await selectQuestion(db, id)
  return row && { values: valuesOfRow(questionFields([]), row), version: row.version }
}

/** Adds a question at the end of its topic. */
export async function addQuestion(
  { db, clock, author }: WriteDeps,
  sent: FieldValues,
): Promise<RowAdded<{ id: string }>> {
  const read = await readValues(db, sent)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  return await lockedContent(db, async (tx): Promise<RowAdded<{ id: string }>> => {
    const rows = await questionsQuery(tx, read.value.topic).execute()
    if (rows.length >= MOST_QUESTIONS) return { ok: false, reason: 'full' }
    const id = await insertQuestion(tx, read.value, (rows.at(-1)?.position ?? -1) + 1)
    await recordAction(
      { db: tx, clock, author },
      { action: 'content-added', subject: subjectOf(read.value), changes: changesOf({}, read.value) },
    )
    return { ok: true, id }
  })
}

/** Saves a question. In a new topic it goes to the end. */
export async function saveQuestion(
  { db, clock, author }: WriteDeps,
  id: string,
  { sent, version }: { sent: FieldValues; version: number },
): Promise<RowSaved | Extract<RowRefusal, { reason: 'full' }>> {
  const read = await readValues(db, sent)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  return await lockedContent(db, async (tx): Promise<RowSaved | Extract<RowRefusal, { reason: 'full' }>> => {
    const row = await selectQuestion(tx, id)
    if (!row) return { ok: false, reason: 'missing' }
    if (row.version !== version) return { ok: false, reason: 'changed-since' }
    const stays = row.topic === read.value.topic
    const others = stays ? [] : await questionsQuery(tx, read.value.topic).execute()
    if (others.length >= MOST_QUESTIONS) return { ok: false, reason: 'full' }
    const position = stays ? row.position : (others.at(-1)?.position ?? -1) + 1
    await updateQuestion(tx, row, { ...read.value, position })
    const changes = changesOf(row, read.value)
    if (changes.length > 0)
      await recordAction(
        { db: tx, clock, author },
        { action: 'content-changed', subject: subjectOf(read.value), changes },
      )
    return { ok: true }
  })
}

/** Moves a question within its topic. */
export async function moveQuestion({ db, clock, author }: WriteDeps, move: Move): Promise<RowMoved> {
  return await lockedContent(db, async (tx): Promise<RowMoved> => {
    const row = await selectQuestion(tx, move.id)
    if (!row) return { ok: false, reason: 'changed-since' }
    const rows = await questionsQuery(tx, row.topic).execute()
    const ordered = rows.map((each) => ({ ...each, key: each.id, title: each.question }))
    const subject = `FAQ: ${row.topic}`
    return await reorder({ tx, clock, author }, { table: 'faqs', rows: ordered, subject }, move)
  })
}

export async function removeQuestion(
  { db, clock, author }: WriteDeps,
  id: string,
  version: number,
): Promise<RowRemoved> {
  return await lockedContent(db, async (tx): Promise<RowRemoved> => {
    const row = await selectQuestion(tx, id)
    if (!row) return { ok: false, reason: 'missing' }
    if (row.version !== version) return { ok: false, reason: 'changed-since' }
    await deleteQuestion(tx, id)
    await recordAction(
      { db: tx, clock, author },
      { action: 'content-removed', subject: subjectOf(row), changes: changesOf(row, {}) },
    )
    return { ok: true }
  })
}

const subjectOf = ({ question }: { question: string }) => `Question “${question}”`

function changesOf(before: Partial<FaqDraft>, after: Partial<FaqDraft>) {
  const fields = questionFields([])
  return rowChanges(fields, valuesOfRow(fields, before), valuesOfRow(fields, after))
}

async function readValues(db: Db, sent: FieldValues) {
  const topics = await listTopics({ db })
  const names = topics.map(({ name }) => name)
  const schema = faqDraftSchema.refine(({ topic }) => names.includes(topic), { path: ['topic'] })
  return readRow(questionFields(topics), schema, sent)
}
