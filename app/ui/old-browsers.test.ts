import { assert, integer, property, array as some, string as text } from 'fast-check'
import { expect, test } from 'vitest'
import { MENDED, mendBrowser } from './old-browsers'

const { array, string, object, address } = MENDED
const numbers = some(integer({ min: -9, max: 9 }), { maxLength: 12 })
const isOdd = (each: number) => each % 2 !== 0

test('what old browsers are given does what new ones do', () => {
  assert(
    property(numbers, integer({ min: -15, max: 15 }), (all, place) => {
      expect(array.at(all, place)).toBe(all.at(place))
      expect(array.findLast(all, isOdd)).toBe(all.findLast(isOdd))
      expect(array.toReversed(all)).toEqual(all.toReversed())
      expect(array.toSorted(all, (a, b) => a - b)).toEqual(all.toSorted((a, b) => a - b))
      expect(array.toSorted(all)).toEqual(all.toSorted())
    }),
  )
  assert(
    property(text(), integer({ min: -15, max: 15 }), (all, place) => {
      expect(string.at(all, place)).toBe(all.at(place))
      expect(address.canParse(all)).toBe(URL.canParse(all))
      expect(address.canParse(all, 'https://example.com')).toBe(URL.canParse(all, 'https://example.com'))
      expect(object.hasOwn({ [all]: 1 }, all)).toBe(true)
    }),
  )
  expect(object.hasOwn({}, 'toString')).toBe(false)
})

test('a browser that lacks them gets them, and what is there stays', () => {
  const [at, toSorted, hasOwn] = [Array.prototype.at, Array.prototype.toSorted, Object.hasOwn]
  try {
    Reflect.deleteProperty(Array.prototype, 'at')
    Reflect.deleteProperty(Object, 'hasOwn')
    mendBrowser()
    expect([1, 2, 3].at(-1)).toBe(3)
    expect([Object.hasOwn({ a: 1 }, 'a'), Object.hasOwn({}, 'a')]).toEqual([true, false])
    expect(Object.keys([1])).toEqual(['0'])
    expect(Array.prototype.toSorted).toBe(toSorted)
  } finally {
    Object.defineProperty(Array.prototype, 'at', { value: at, configurable: true, writable: true })
    Object.defineProperty(Object, 'hasOwn', { value: hasOwn, configurable: true, writable: true })
  }
})
