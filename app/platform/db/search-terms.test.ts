import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeOnBothEngines } from '../../../test/support/database'
import { slowSteps } from '../../../test/support/query-plan'
import { newId } from '../ids.server'
import { searchWords, termsOf } from '../search-words'
import type { Db } from './database.server'
import { dropTerms, indexTerms, matches, readSearch } from './search-terms.server'

const addPlace = async (db: Db, title: string) => {
  const id = newId()
  const place = { id, slug: id, title, summary: '', kind: 'studio' as const, is_default: 0, position: 0 }
  await db.insertInto('places').values(place).execute()
  await indexTerms(db, 'photo', id, [title])
  return id
}

/** Forces every query plan without needing large tables. */
const SIZES = [
  { few: 1_000, broad: 1_000, walked: 1_000 },
  { few: 2, broad: 4, walked: 4 },
  { few: 0, broad: 1_000, walked: 1_000 },
  { few: 0, broad: 2, walked: 2 },
  { few: 0, broad: 0, walked: 0 },
  { few: 1_000, broad: 1_000, walked: 1 },
]

/** Searches a list. Any table with an index by id would do. */
const listOf = async (db: Db, search: string, sizes = SIZES[0]) => {
  const read = await readSearch(db, 'photo', search, sizes)
  return db
    .selectFrom('places')
    .select(['id', 'title'])
    .where(matches(db, read, 'places.id'))
    .orderBy('id', 'desc')
}
const found = async (db: Db, search: string, sizes = SIZES[0]) =>
  (await (await listOf(db, search, sizes)).execute()).map(({ title }) => title)

describeOnBothEngines('a search', (open, engine) => {
  test('finds exactly the records in which every word begins a term, for rare and common words', async () => {
    const { db } = await open()
    const word = fc.constantFrom(
      'ann',
      'ann@x.org',
      'Ann@',
      'Anna',
      'lee',
      'LEE-ann',
      'Åsa',
      'a',
      'é',
      '漢字',
      'zz',
      '\u{1F600}x',
      'x@y.org',
    )
    const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '))
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 12 }), text, async (titles, search) => {
        await db.deleteFrom('places').execute()
        await db.deleteFrom('search_terms').execute()
        for (const title of titles) await addPlace(db, title)
        const wanted = searchWords(search)
        const expected = titles.filter((title) =>
          search === ''
            ? true
            : wanted.length > 0 &&
              wanted.every((each) => termsOf([title]).some((term) => term.startsWith(each))),
        )
        for (const sizes of SIZES)
          expect([sizes, (await found(db, search, sizes)).toSorted()]).toEqual([sizes, expected.toSorted()])
      }),
      { numRuns: engine === 'sqlite' ? 100 : 25 },
    )
  })

  test('follows changes and deletions, separately for each kind', async () => {
    const { db } = await open()
    const id = await addPlace(db, 'Riverside Park')
    await indexTerms(db, 'mail', id, ['Riverside'])
    expect(await found(db, 'river')).toEqual(['Riverside Park'])
    await indexTerms(db, 'photo', id, ['Old Mill'])
    expect(await found(db, 'river')).toEqual([])
    expect(await found(db, 'mill')).toEqual(['Riverside Park'])
    await dropTerms(db, 'photo', id)
    expect(await found(db, 'mill')).toEqual([])
    expect(await db.selectFrom('search_terms').select(['kind', 'term']).execute()).toEqual([
      { kind: 'mail', term: 'riverside' },
    ])
  })

  test('doesn’t scan tables', async () => {
    const { db } = await open()
    for (let n = 0; n < 50; n++) await addPlace(db, `Place ${n} of many`)
    for (const sizes of SIZES)
      for (const words of ['place', 'place many', 'nothing'])
        expect([
          sizes,
          words,
          await slowSteps(db, engine, (await listOf(db, words, sizes)).limit(5)),
        ]).toEqual([sizes, words, []])
  })
})
