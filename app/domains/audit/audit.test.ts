import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import { type Db, rehearse, type Tx, transact } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { planOf, slowSteps } from '../../../test/support/query-plan'
import { checkLog } from './chain.server'
import { deleteOldEntries, listAudit, recordAction } from './operations.server'
import { accountEntriesQuery, byActionQuery, chainQuery, changeQuery, entriesQuery } from './store.server'

const clock = fixedClock('2026-11-22T15:30:00Z')
const author = { uid: 'u1', name: 'Dorian Ellis' }
const ENTRIES = 8

async function write(db: Db, count = ENTRIES) {
  for (let n = 1; n <= count; n++)
    await recordAction(
      { db, clock, author },
      {
        action: 'answered',
        subject: `Message ${n}`,
        changes: [{ field: 'State', from: `${n}`, to: '“done”' }],
        ...(n % 2 === 0 && { place: { network: '203.0.113.0/24', device: 'Firefox on Windows' } }),
      },
    )
}

const rowsOf = (db: Db) => db.selectFrom('audit').selectAll().orderBy('seq').execute()

type Field = Exclude<keyof Awaited<ReturnType<typeof rowsOf>>[number], 'id' | 'seq'>
const FIELDS: Field[] = [
  ...(['at', 'author_id', 'author_name', 'action', 'subject', 'changes', 'kind'] as const),
  ...(['account_id', 'network', 'device', 'times', 'prev', 'hash'] as const),
]
const NUMBERS: Field[] = ['at', 'times']

const number = fc.integer({ min: 1, max: ENTRIES })

/** Changes that someone with access to the database could make to the log. */
const tampering = fc.oneof(
  fc.record({
    kind: fc.constant('remove' as const),
    from: number,
    count: fc.integer({ min: 1, max: ENTRIES }),
  }),
  fc.record({ kind: fc.constant('alter' as const), seq: number, field: fc.constantFrom(...FIELDS) }),
  fc.record({ kind: fc.constant('swap' as const), one: number, other: number }),
  fc.record({ kind: fc.constant('shift' as const), from: number }),
  fc.record({ kind: fc.constant('unnumber' as const), seq: number }),
  fc.record({ kind: fc.constant('insert' as const) }),
  fc.record({ kind: fc.constant('head' as const), seq: fc.integer({ min: 0, max: ENTRIES + 2 }) }),
)

async function tamper(tx: Tx, how: typeof tampering extends fc.Arbitrary<infer T> ? T : never) {
  switch (how.kind) {
    case 'remove':
      return tx
        .deleteFrom('audit')
        .where('seq', '>=', how.from)
        .where('seq', '<', how.from + how.count)
        .execute()
    case 'alter':
      return tx
        .updateTable('audit')
        .set({ [how.field]: NUMBERS.includes(how.field) ? 77 : 'something else' })
        .where('seq', '=', how.seq)
        .execute()
    case 'swap': {
      fc.pre(how.one !== how.other)
      const set = (from: number, to: number) =>
        tx.updateTable('audit').set({ seq: to }).where('seq', '=', from).execute()
      await set(how.one, 1_000)
      await set(how.other, how.one)
      return set(1_000, how.other)
    }
    // Renumbers the entries to close the gap of a removed one.
    case 'shift':
      await tx.deleteFrom('audit').where('seq', '=', how.from).execute()
      for (let seq = how.from + 1; seq <= ENTRIES; seq++)
        await tx
          .updateTable('audit')
          .set({ seq: seq - 1 })
          .where('seq', '=', seq)
          .execute()
      return tx
        .updateTable('audit_chain')
        .set({ seq: ENTRIES - 1 })
        .execute()
    case 'unnumber':
      return tx.updateTable('audit').set({ seq: null }).where('seq', '=', how.seq).execute()
    case 'insert':
      return tx
        .insertInto('audit')
        .columns([
          'id',
          'at',
          'author_id',
          'author_name',
          'action',
          'subject',
          'changes',
          'seq',
          'prev',
          'hash',
        ])
        .expression((e) =>
          e
            .selectFrom('audit')
            .select([
              sql.lit(newId()).as('id'),
              'at',
              'author_id',
              'author_name',
              'action',
              'subject',
              'changes',
            ])
            .select([sql.lit(ENTRIES + 1).as('seq'), 'prev', 'hash'])
            .where('seq', '=', ENTRIES),
        )
        .execute()
    case 'head':
      fc.pre(how.seq !== ENTRIES)
      return tx.updateTable('audit_chain').set({ seq: how.seq }).execute()
  }
}

describeOnBothEngines('the activity log', (open, engine) => {
  test('detects entries that were removed, altered, moved or added', async () => {
    const { db } = await open()
    await write(db)
    expect(await checkLog({ db })).toMatchObject({ entries: ENTRIES, first: 1, faults: [] })
    await fc.assert(
      fc.asyncProperty(tampering, async (how) => {
        const check = await rehearse(db, async (tx) => {
          await tamper(tx, how)
          return await checkLog({ db: tx })
        })
        expect(check.faults).not.toEqual([])
      }),
      { numRuns: 60 },
    )
    expect((await checkLog({ db })).faults).toEqual([])
  })

  test('reports where the gap is', async () => {
    const { db } = await open()
    await write(db)
    await db.deleteFrom('audit').where('seq', 'in', [3, 4, 7]).execute()
    await db.updateTable('audit').set({ subject: 'Another' }).where('seq', '=', 6).execute()
    expect((await checkLog({ db })).faults).toEqual([
      { kind: 'missing', from: 3, to: 4 },
      { kind: 'altered', seq: 6 },
      { kind: 'missing', from: 7, to: 7 },
    ])
    expect((await checkLog({ db }, { newest: 1 })).faults).toEqual([])
    expect((await checkLog({ db }, { newest: 2 })).faults).toEqual([{ kind: 'missing', from: 7, to: 7 }])
  })

  test('has no gaps or forks under concurrent writes, and holds no lock until they commit', async () => {
    const { db } = await open()
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        transact(db, async (tx) => {
          await recordAction({ db: tx, clock, author }, { action: 'answered', subject: `First of ${n}` })
          // Two transactions that lock rows in another order than they log can't deadlock.
          await recordAction({ db: tx, clock, author }, { action: 'reopened', subject: `Second of ${n}` })
        }),
      ),
    )
    const rows = await rowsOf(db)
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 24 }, (_, n) => n + 1))
    expect((await checkLog({ db })).faults).toEqual([])
  })

  test('writes nothing for a transaction that is rolled back', async () => {
    const { db } = await open()
    await write(db, 1)
    const failed = transact(db, async (tx) => {
      await recordAction({ db: tx, clock, author }, { action: 'answered', subject: 'Never' })
      throw new Error('undone')
    })
    await expect(failed).rejects.toThrow('undone')
    await rehearse(db, (tx) =>
      recordAction({ db: tx, clock, author }, { action: 'answered', subject: 'Never' }),
    )
    expect(await rowsOf(db)).toHaveLength(1)
    expect((await checkLog({ db })).faults).toEqual([])
  })

  test('may lose its oldest entries to retention, and records it', async () => {
    const { db } = await open()
    await write(db)
    clock.advance(86_400_000)
    await write(db, 2)
    expect(await deleteOldEntries({ db, clock }, clock.now(), 3)).toBe(3)
    expect(await deleteOldEntries({ db, clock }, clock.now(), 100)).toBe(5)
    expect(await deleteOldEntries({ db, clock }, clock.now(), 100)).toBe(0)
    expect((await rowsOf(db)).map(({ seq, subject }) => [seq, subject])).toEqual([
      [9, 'Message 1'],
      [10, 'Message 2'],
      [11, 'Entries 1 to 3'],
      [12, 'Entries 4 to 8'],
    ])
    expect(await checkLog({ db })).toMatchObject({ first: 9, entries: 4, faults: [] })
    await db.deleteFrom('audit').where('seq', '=', 9).execute()
    expect((await checkLog({ db })).faults).toEqual([{ kind: 'missing', from: 9, to: 9 }])
  })

  test('reports an entry that has no number', async () => {
    const { db } = await open()
    await write(db, 2)
    const added = {
      id: newId(),
      at: 1,
      author_id: 'u',
      author_name: 'Dana',
      action: 'answered',
      subject: 'S',
    }
    await db
      .insertInto('audit')
      .values({ ...added, changes: '[]', seq: null, prev: null, hash: null })
      .execute()
    expect((await checkLog({ db })).faults).toEqual([{ kind: 'unnumbered', count: 1 }])
  })

  test('is read from an index', async () => {
    const { db } = await open()
    const before = newId()
    for (const kind of [null, 'change', 'security'] as const)
      expect(await slowSteps(db, engine, entriesQuery(db, { before, limit: 51, kind }))).toEqual([])
    expect(await slowSteps(db, engine, accountEntriesQuery(db, { account: 'a', limit: 51 }))).toEqual([])
    expect(await slowSteps(db, engine, chainQuery(db, { from: 5, to: 9 }))).toEqual([])
    const actions = ['terms-published', 'terms-corrected']
    for (const query of [
      byActionQuery(db, { action: 'log-shortened', limit: 9 }),
      changeQuery(db, { actions, subjects: [''] }),
    ]) {
      expect(await slowSteps(db, engine, query)).toEqual([])
      // Not all changes of the log.
      expect((await planOf(db, engine, query)).join()).toContain('audit_action')
    }
  })
})

describeOnBothEngines('the audit', (open) => {
  test('lists who did what and when, newest first, page by page', async () => {
    const { db } = await open()
    const clock = fixedClock('2026-11-20T15:30:00Z')
    const changes = [{ field: 'Telephone', from: '1', to: '2' }]
    await recordAction({ db, clock, author }, { action: 'settings-changed', subject: 'Business', changes })
    await new Promise((done) => setTimeout(done, 2))
    for (let n = 0; n < 50; n++)
      await recordAction({ db, clock, author }, { action: 'answered', subject: `Message ${n}` })
    const first = await listAudit({ db }, { before: null, zone: 'America/New_York' })
    expect(first.entries).toHaveLength(50)
    const last = await listAudit({ db }, { before: first.next, zone: 'America/New_York' })
    expect(last).toMatchObject({
      entries: [{ subject: 'Business', author, changes, when: 'Nov 20, 2026, 10:30 AM EST' }],
      next: null,
    })
  })
})
