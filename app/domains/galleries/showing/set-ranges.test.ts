import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberSets, setRanges } from './set-ranges'

const sizes = fc.array(fc.nat(40), { maxLength: 8 })

test('pages of sets give every photograph once, in order', () => {
  fc.assert(
    fc.property(fc.nat(40), sizes, fc.integer({ min: 1, max: 30 }), (loose, counts, size) => {
      const ids = counts.map((_, at) => `set-${at}`)
      const known = new Map<string | null, number>([
        [null, loose],
        ...ids.map((id, at): [string, number] => [id, counts[at] ?? 0]),
      ])
      const sets = numberSets(
        ids.map((id) => ({ id, title: id })),
        known,
      )
      const all = [null, ...ids].flatMap((id) =>
        Array.from({ length: known.get(id) ?? 0 }, (_, at) => `${id} ${at}`),
      )
      const seen: string[] = []
      for (let first = 1; first <= all.length; first += size)
        for (const { setId, offset, limit } of setRanges(sets, { first, last: first + size - 1 }))
          for (let at = 0; at < limit; at++) seen.push(`${setId} ${offset + at}`)
      expect(seen).toEqual(all)
    }),
  )
})
