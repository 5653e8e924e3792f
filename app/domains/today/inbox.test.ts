import { expect, test } from 'vitest'
import type { Stage } from '~/domains/contact-messages/handling'
import { contactMessagesQuery, insertContactMessage } from '~/domains/contact-messages/store.server'
import { dueQuery, requestsQuery } from '~/domains/privacy/store.server'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { slowSteps } from '../../../test/support/query-plan'
import { putTestSettings } from '../../../test/support/settings'
import { findMessage, listInbox, markMessage } from './inbox.server'
import type { InboxState } from './model'
import { countWaiting, readToday } from './operations.server'

const clock = fixedClock('2026-11-20T15:00:00Z')
const author = { uid: 'u1', name: 'Dorian Ellis' }
const waiting = { kind: null, state: 'waiting', search: '', before: null } as const

async function addContactMessages(db: Db, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => ({
    id: newId(),
    name: `Person ${n}`,
    email: `person${n}@example.com`,
    phone: '',
    subject: '',
    message: 'Hello.',
    received_at: clock.now() + n,
  }))
  for (let start = 0; start < count; start += 500)
    await db
      .insertInto('contact_messages')
      .values(rows.slice(start, start + 500))
      .execute()
}

/** Adds a message with its search terms, as the form does. */
async function addContactMessage(
  db: Db,
  given: { name: string; email: string; phone?: string; subject?: string },
) {
  const contactMessage = { phone: '', subject: '', message: 'Hello.', ...given }
  await insertContactMessage(db, { ...contactMessage, id: newId(), receivedAt: clock.now() })
}

const addDoNotSell = (db: Db, email: string, due: string) =>
  db
    .insertInto('do_not_sell_requests')
    .values({ id: newId(), email, email_key: email, request_date: clock.now(), due_date: due, gpc: 1 })
    .execute()

describeOnBothEngines('incoming messages', (open, engine) => {
  test('are listed newest first across kinds, page by page, without loss or repetition', async () => {
    const { db } = await open()
    await putTestSettings(db)
    await addContactMessages(db, 30)
    await addDoNotSell(db, 'nobody@example.com', '2026-12-14')
    await new Promise((done) => setTimeout(done, 2))
    await addContactMessages(db, 40)
    const first = await listInbox({ db, clock }, waiting)
    expect(first.messages).toHaveLength(50)
    const second = await listInbox({ db, clock }, { ...waiting, before: first.next })
    const ids = [...first.messages, ...second.messages].map(({ id }) => id)
    expect(new Set(ids).size).toBe(71)
    expect(ids).toEqual(ids.toSorted().toReversed())
    expect(second.next).toBeNull()
  })

  test('are found by name and address, with wildcards taken literally', async () => {
    const { db } = await open()
    await putTestSettings(db)
    for (let n = 0; n < 12; n++)
      await addContactMessage(db, { name: `Person ${n}`, email: `person${n}@example.com` })
    await addContactMessage(db, {
      name: 'Renée Åkesson-O’Hara',
      email: 'Office+Renee@Example.org',
      phone: '+1 (973) 555-0142',
      subject: 'Überraschung',
    })
    const search = async (words: string) =>
      (await listInbox({ db, clock }, { ...waiting, search: words })).messages.length
    expect(await search('PERSON 11')).toBe(1)
    expect(await search('person3@')).toBe(1)
    for (const words of ['renee', 'RENÉE ake', 'ohara', "O'Hara", 'uber', 'office+renee@example.org'])
      expect([words, await search(words)]).toEqual([words, 1])
    for (const words of ['(973) 555-0142', '9735550142', '+1 973.555.0142', '5550142', '0142', 'example.org'])
      expect([words, await search(words)]).toEqual([words, 1])
    expect(await search('renee person')).toBe(0)
    expect(await search('nee')).toBe(0)
    expect(await search('%')).toBe(0)
    expect(await search('_')).toBe(0)
  })

  test('are answered once, with a log entry, and can be reopened', async () => {
    const { db } = await open()
    await putTestSettings(db)
    await addContactMessages(db, 1)
    const [message] = (await listInbox({ db, clock }, waiting)).messages
    const id = message?.id ?? ''
    const mark = (to: 'answered' | 'waiting') => markMessage({ db, clock, author }, 'messages', id, to)
    await Promise.all([mark('answered'), mark('answered')])
    expect(await findMessage({ db, clock }, 'messages', id)).toMatchObject({ answer: { by: 'Dorian Ellis' } })
    expect((await listInbox({ db, clock }, waiting)).messages).toEqual([])
    await mark('waiting')
    expect((await listInbox({ db, clock }, waiting)).messages).toHaveLength(1)
    const audit = await db.selectFrom('audit').select(['action', 'subject']).orderBy('id').execute()
    expect(audit.map(({ action }) => action).toSorted()).toEqual(['answered', 'reopened'])
    expect(await markMessage({ db, clock, author }, 'messages', 'nothing', 'answered')).toEqual({
      ok: false,
      reason: 'missing',
    })
  })

  test('are booked or lost with a reason, listed by it, and moved back', async () => {
    const { db } = await open()
    await putTestSettings(db)
    await addContactMessages(db, 3)
    await addDoNotSell(db, 'nobody@example.com', '2026-12-14')
    const { messages } = await listInbox({ db, clock }, { ...waiting, kind: 'messages' })
    const [first = '', second = ''] = messages.map(({ id }) => id)
    const mark = (id: string, to: Stage, reason = '') =>
      markMessage({ db, clock, author }, 'messages', id, to, reason)
    const listed = async (state: InboxState) =>
      (await listInbox({ db, clock }, { ...waiting, state })).messages.map(({ id }) => id)
    expect(await mark(first, 'lost', ' ')).toEqual({
      ...{ ok: false, reason: 'refused' },
      errors: { reason: 'Enter the reason.' },
    })
    await mark(first, 'lost', 'Booked elsewhere')
    await Promise.all([mark(second, 'booked'), mark(second, 'booked')])
    expect([await listed('lost'), await listed('booked'), await listed('answered')]).toEqual([
      [first],
      [second],
      [],
    ])
    expect(await listed('waiting')).toHaveLength(2)
    expect(await findMessage({ db, clock }, 'messages', first)).toMatchObject({
      ...{ stage: 'lost', inquiry: { lostReason: 'Booked elsewhere' } },
      answer: { by: 'Dorian Ellis' },
    })
    await mark(first, 'waiting')
    expect(await findMessage({ db, clock }, 'messages', first)).toMatchObject({
      ...{ stage: 'waiting', inquiry: { lostReason: '' }, answer: null },
    })
    const audit = await db.selectFrom('audit').select(['action', 'changes']).orderBy('seq').execute()
    expect(audit.map(({ action }) => action)).toEqual(['inquiry-lost', 'inquiry-booked', 'reopened'])
    expect(JSON.parse(audit[2]?.changes ?? '')).toEqual([
      { field: 'Status', from: 'Lost', to: 'Unanswered' },
      { field: 'Reason', from: 'Booked elsewhere', to: '' },
    ])
    const [request] = await db.selectFrom('do_not_sell_requests').select('id').execute()
    const marked = await markMessage({ db, clock, author }, 'do-not-sell', request?.id ?? '', 'booked')
    expect(marked).toEqual({ ok: false, reason: 'missing' })
  })

  test('are on Today, overdue legal requests first', async () => {
    const { db } = await open()
    await putTestSettings(db)
    await addContactMessages(db, 2)
    const before = await readToday({ db, clock })
    expect(before.tiles.map(({ label }) => label)).not.toContain('Do-not-sell requests')
    await addDoNotSell(db, 'late@example.com', '2026-11-19')
    await addDoNotSell(db, 'later@example.com', '2026-12-14')
    const today = await readToday({ db, clock })
    expect(today).toMatchObject({
      date: 'Friday, November 20',
      tiles: [
        { label: 'Pending requests', count: 0 },
        { label: 'Unanswered messages', count: 4 },
        { label: 'Do-not-sell requests', count: 2 },
        { label: 'Failed emails', count: 0 },
      ],
    })
    // The side navigation shows the same.
    expect(await countWaiting({ db })).toEqual({ bookings: 0, messages: 4, mail: 0 })
    expect(today.entries.map(({ title, urgency }) => [title, urgency])).toMatchObject([
      ['late@example.com', 'late'],
      [expect.anything(), 'now'],
      [expect.anything(), 'now'],
      ['later@example.com', 'later'],
    ])
  })

  test('are listed from an index', async () => {
    const { db } = await open()
    await putTestSettings(db)
    await addContactMessages(db, 3_000)
    const part = { search: '', before: newId(), limit: 51 }
    for (const state of ['waiting', 'all'] as const)
      for (const query of [contactMessagesQuery, requestsQuery])
        expect(await slowSteps(db, engine, query(db, { ...part, state }))).toEqual([])
    expect(await slowSteps(db, engine, contactMessagesQuery(db, { ...part, state: 'lost' }))).toEqual([])
    expect(await slowSteps(db, engine, dueQuery(db, 10))).toEqual([])
  })
})
