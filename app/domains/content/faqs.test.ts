import { expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { slowSteps } from '../../../test/support/query-plan'
import { putTestSettings } from '../../../test/support/settings'
import {
  addQuestion,
  listQuestions,
  moveQuestion,
  readQuestion,
  removeQuestion,
  saveQuestion,
} from './faqs.server'
import { questionsQuery } from './faqs-store.server'
import { listFaqs } from './operations.server'

const clock = fixedClock('2026-11-21T15:00:00Z')
const deps = (db: Db) => ({ db, clock, author: { uid: 'u1', name: 'Dorian Ellis' } })

async function add(db: Db, question: string, answer = 'Yes.'): Promise<string> {
  const added = await addQuestion(deps(db), { topic: 'pricing', question, answer })
  if (!added.ok) throw new Error(added.reason)
  return added.id
}

const asked = async (db: Db) => (await listFaqs({ db }, 'pricing')).map(({ question }) => question).join('')

describeOnBothEngines('questions', (open, engine) => {
  test('are added, changed, moved and deleted, also on the page', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const first = await add(db, 'A?')
    const second = await add(db, 'B?', 'Call {phone}.')
    expect((await listFaqs({ db }, 'pricing'))[1]).toEqual({
      question: 'B?',
      answer: 'Call (973)\u00a0555-0142.',
    })
    expect(await moveQuestion(deps(db), { id: second, past: first, direction: 'up' })).toEqual({ ok: true })
    expect(await asked(db)).toBe('B?A?')
    const sent = { topic: 'pricing', question: 'C?', answer: 'No.' }
    const saves = await Promise.all([1, 1].map((version) => saveQuestion(deps(db), first, { sent, version })))
    expect(saves.filter(({ ok }) => ok)).toHaveLength(1)
    expect(saves).toContainEqual({ ok: false, reason: 'changed-since' })
    expect(await asked(db)).toBe('B?C?')
    expect(await removeQuestion(deps(db), second, 2)).toMatchObject({ reason: 'changed-since' })
    expect(await removeQuestion(deps(db), second, 1)).toEqual({ ok: true })
    expect(await readQuestion({ db }, second)).toBeUndefined()
    const audit = await db.selectFrom('audit').select('action').orderBy('id').execute()
    expect(audit.map(({ action }) => action).toSorted()).toEqual([
      ...['content-added', 'content-added', 'content-changed', 'content-removed', 'content-reordered'],
    ])
  })

  test('are limited to topics that pages use', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const body = { topic: 'delivery', question: 'When?', answer: 'Soon.' }
    expect(await addQuestion(deps(db), body)).toEqual({
      ok: false,
      reason: 'refused',
      errors: { topic: 'Choose an option from the list.' },
    })
    await db
      .insertInto('faqs')
      .values({ id: 'q', ...body, position: 0 })
      .execute()
    expect(await listQuestions({ db })).toMatchObject([
      { name: 'pricing', pages: [{ label: 'Pricing' }], questions: [] },
      { name: 'delivery', pages: [], questions: [{ id: 'q', question: 'When?' }] },
    ])
    expect(await saveQuestion(deps(db), 'q', { sent: { ...body, topic: 'pricing' }, version: 1 })).toEqual({
      ok: true,
    })
    expect(await asked(db)).toBe('When?')
  })

  test('are read from an index', async () => {
    const { db } = await open()
    expect(await slowSteps(db, engine, questionsQuery(db, 'pricing'))).toEqual([])
  })
})
