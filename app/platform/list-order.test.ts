import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moved, readMove } from './list-order'

const lists = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 2, maxLength: 9 })

test('a move swaps two neighbors, and repeating it changes nothing', () => {
  fc.assert(
    fc.property(lists, fc.nat(), fc.constantFrom('up' as const, 'down' as const), (order, n, direction) => {
      const at = n % order.length
      const id = order[at] ?? ''
      const past = order[at + (direction === 'up' ? -1 : 1)]
      fc.pre(past !== undefined)
      const move = { id, past, direction }
      const after = moved(order, move) ?? []
      expect(after.toSorted()).toEqual(order.toSorted())
      expect(after.filter((each, place) => each !== order[place]).toSorted()).toEqual([id, past].toSorted())
      expect(moved(after, move)).toBe(after)
    }),
  )
})

test('a move past an entry that is elsewhere or missing changes nothing', () => {
  expect(moved(['a', 'b', 'c'], { id: 'a', past: 'c', direction: 'down' })).toBeUndefined()
  expect(moved(['a', 'b'], { id: 'a', past: 'x', direction: 'down' })).toBeUndefined()
  expect(moved(['a', 'b'], { id: 'x', past: 'b', direction: 'down' })).toBeUndefined()
})

test('a move’s button value contains the direction and the neighbor', () => {
  expect(readMove('a', 'up:b')).toEqual({ id: 'a', past: 'b', direction: 'up' })
  for (const text of ['', 'up', 'sideways:b', ':b']) expect(readMove('a', text)).toBeUndefined()
})
