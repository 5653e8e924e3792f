import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeOnBothEngines } from '../../../test/support/database'
import { ODD_TEXT } from '../../../test/support/every-table'
import { makePlace, makeSessionType } from '../../../test/support/factories'
import { type Db, rehearse, type Tx } from './database.server'
import { readSnapshot } from './snapshot.server'
import type { WrittenRow } from './written-rows.server'

/** Reads like a page: plain, joined, sorted, counted, and by key. */
async function readAll(db: Db) {
  const places = await db.selectFrom('places').selectAll().orderBy('id').execute()
  const links = await db
    .selectFrom('session_type_places as l')
    .innerJoin('places as p', 'p.id', 'l.place_id')
    .selectAll('l')
    .select('p.title')
    .orderBy('l.session_type_id')
    .orderBy('l.place_id')
    .execute()
  const { count } = await db
    .selectFrom('places')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const [first] = places
  const byKey = await db
    .selectFrom('places')
    .select(['title', 'latitude'])
    .where('id', '=', first?.id ?? '')
    .execute()
  return { places, links, count: Number(count), byKey }
}

describeOnBothEngines('an overlaid database', (open) => {
  test('reads as if the rows had been written, without writing them', async () => {
    const { db, where } = await open()
    const types = [await makeSessionType(db), await makeSessionType(db)]
    for (const _ of [1, 2, 3]) await makePlace(db)
    const text = fc.oneof(
      fc.constantFrom(ODD_TEXT, "it's", '', '\\', "'; drop table places; --", '$1 ? :x'),
      fc.string({ unit: 'grapheme' }).map((given) => given.replaceAll('\0', '')),
    )
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('add' as const),
        title: text,
        at: fc.option(fc.double({ min: -90, max: 90, noNaN: true })),
      }),
      fc.record({ kind: fc.constant('change' as const), nth: fc.nat(4), title: text }),
      fc.record({ kind: fc.constant('move all' as const) }),
      fc.record({ kind: fc.constant('remove' as const), nth: fc.nat(4) }),
      fc.record({ kind: fc.constant('link' as const), nth: fc.nat(4), type: fc.nat(1) }),
      fc.record({ kind: fc.constant('unlink' as const), type: fc.nat(1) }),
    )
    const before = await readAll(db)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        const written: WrittenRow[] = []
        const during = await rehearse(
          db,
          async (tx) => {
            for (const each of steps) await carryOut(tx, each, types)
            return await readAll(tx)
          },
          written,
        )
        expect(await readSnapshot(where, readAll, { written })).toEqual(during)
        expect(await readAll(db)).toEqual(before)
      }),
      { numRuns: 30 },
    )
  })

  type Step =
    | { kind: 'add'; title: string; at: number | null }
    | { kind: 'change'; nth: number; title: string }
    | { kind: 'move all' }
    | { kind: 'remove'; nth: number }
    | { kind: 'link'; nth: number; type: number }
    | { kind: 'unlink'; type: number }

  async function carryOut(tx: Tx, step: Step, types: { id: string }[]): Promise<void> {
    const ids = (await tx.selectFrom('places').select('id').orderBy('id').execute()).map(({ id }) => id)
    const idOf = (nth: number) => ids[nth % Math.max(1, ids.length)] ?? ''
    switch (step.kind) {
      case 'add':
        await makePlace(tx, { title: step.title, latitude: step.at })
        return
      case 'change': {
        const { numUpdatedRows } = await tx
          .updateTable('places')
          .set({ title: step.title })
          .where('id', '=', idOf(step.nth))
          .executeTakeFirst()
        expect(Number(numUpdatedRows)).toBe(ids.length === 0 ? 0 : 1)
        return
      }
      case 'move all': {
        const moved = await tx
          .updateTable('places')
          .set((e) => ({ position: e('position', '+', 1) }))
          .returning('id as named')
          .execute()
        expect(moved.map(({ named }) => named).toSorted()).toEqual(ids)
        return
      }
      case 'remove': {
        const id = idOf(step.nth)
        await tx.deleteFrom('session_type_places').where('place_id', '=', id).execute()
        const { numDeletedRows } = await tx.deleteFrom('places').where('id', '=', id).executeTakeFirst()
        expect(Number(numDeletedRows)).toBe(ids.length === 0 ? 0 : 1)
        return
      }
      case 'link':
        if (ids.length > 0)
          await tx
            .insertInto('session_type_places')
            .values({ session_type_id: types[step.type]?.id ?? '', place_id: idOf(step.nth) })
            .onConflict((conflict) => conflict.doNothing())
            .execute()
        return
      case 'unlink':
        await tx
          .deleteFrom('session_type_places')
          .where('session_type_id', '=', types[step.type]?.id ?? '')
          .execute()
    }
  }

  test('is read-only, and refuses raw SQL writes beforehand', async () => {
    const { db, where } = await open()
    const place = await makePlace(db)
    const rename = (tx: Db) =>
      tx.updateTable('places').set({ title: 'Other' }).where('id', '=', place.id).execute()
    await expect(readSnapshot(where, rename)).rejects.toThrow(/read-?only/)
    await expect(rehearse(db, (tx) => sql`delete from places`.execute(tx), [])).rejects.toThrow(/raw SQL/)
    expect((await db.selectFrom('places').select('title').execute()).length).toBe(1)
  })

  test('uses the key’s index in large tables', async () => {
    const { db, where } = await open()
    const place = await makePlace(db)
    const written: WrittenRow[] = []
    await rehearse(db, (tx) => tx.updateTable('places').set({ title: 'New' }).execute(), written)
    const steps = await readSnapshot(
      where,
      async (tx) => {
        const query = tx.selectFrom('places').selectAll().where('id', '=', place.id)
        const { sql: text, parameters } = query.compile()
        const isPostgres = where.databaseUrl !== undefined
        if (isPostgres) await sql`set local enable_seqscan = off`.execute(tx)
        const [begin = '', end = ''] = text.split(/\?|\$1/)
        const explain = isPostgres ? 'explain' : 'explain query plan'
        const { rows } =
          await sql`${sql.raw(`${explain} ${begin}`)}${sql.lit(parameters[0])}${sql.raw(end)}`.execute(tx)
        return JSON.stringify(rows)
      },
      { written },
    )
    expect(steps).toMatch(/SEARCH main.places USING INDEX|Index Scan using places_pkey/)
  })
})
