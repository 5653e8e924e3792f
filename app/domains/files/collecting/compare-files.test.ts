import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareFiles } from './compare-files'

const files = fc.dictionary(
  fc.stringMatching(/^[a-c](\/[a-d1-3.-]{1,3}){0,2}$/),
  fc.integer({ min: 0, max: 2 }),
)

async function* inPortions<Item>(items: Item[], size: number): AsyncGenerator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}

const listOf = (given: Record<string, number>) =>
  Object.entries(given)
    .map(([key, size]) => ({ key, size }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))

test('finds every stray and every lost file once, however many come at a time', async () => {
  await fc.assert(
    fc.asyncProperty(
      files,
      files,
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 5 }),
      async (stored, known, page, portion) => {
        const found = await Array.fromAsync(
          compareFiles(inPortions(listOf(stored), page), inPortions(listOf(known), portion)),
        )
        expect(found.flatMap(({ strays }) => strays.map(({ key }) => key))).toEqual(
          listOf(stored).flatMap(({ key }) => (key in known ? [] : [key])),
        )
        expect(found.flatMap(({ lost }) => lost.map(({ key }) => key))).toEqual(
          listOf(known).flatMap(({ key, size }) => (stored[key] === size ? [] : [key])),
        )
      },
    ),
  )
})

test('a row that says no length is content with any', async () => {
  const one = [{ key: 'a', size: 7 }]
  const found = await Array.fromAsync(compareFiles(inPortions(one, 1), inPortions([{ key: 'a' }], 1)))
  expect(found.flatMap(({ strays, lost }) => [...strays, ...lost])).toEqual([])
})

test('gives lost files on a thousand at a time', async () => {
  const rows = Array.from({ length: 2_500 }, (_, n) => ({ key: `a/${String(n).padStart(4, '0')}`, size: 1 }))
  const last = [{ key: 'b', size: 1 }]
  const found = await Array.fromAsync(compareFiles(inPortions(last, 1), inPortions([...rows, ...last], 400)))
  expect(found.map(({ lost }) => lost.length)).toEqual([1_000, 1_000, 500, 0])
})
