import { assert, integer, property, array as some, string as text } from 'fast-check'
import { expect, test } from 'vitest'
import { addPolyfills, POLYFILLS } from './old-browsers'

const isOdd = (each: number) => each % 2 !== 0

test('the polyfills do what the built-in functions do', () => {
  const numbers = some(integer({ min: -9, max: 9 }), { maxLength: 12 })
  assert(
    property(numbers, text(), integer({ min: -15, max: 15 }), (all, word, place) => {
      expect(POLYFILLS.at(all, place)).toBe(all.at(place))
      expect(POLYFILLS.at(word, place)).toBe(word.at(place))
      expect(POLYFILLS.findLast(all, isOdd)).toBe(all.findLast(isOdd))
      expect(POLYFILLS.canParse(word)).toBe(URL.canParse(word))
      expect(POLYFILLS.canParse(word, 'https://example.com')).toBe(URL.canParse(word, 'https://example.com'))
      expect(POLYFILLS.hasOwn({ [word]: 1 }, word)).toBe(true)
    }),
  )
  expect(POLYFILLS.hasOwn({}, 'toString')).toBe(false)
})

test('adds only missing functions, and replaces none', () => {
  const { at, findLast } = Array.prototype
  const { hasOwn } = Object
  try {
    Reflect.deleteProperty(Array.prototype, 'at')
    Reflect.deleteProperty(Object, 'hasOwn')
    addPolyfills()
    expect([1, 2, 3].at(-1)).toBe(3)
    expect([Object.hasOwn({ a: 1 }, 'a'), Object.hasOwn({}, 'a')]).toEqual([true, false])
    expect(Object.keys([1])).toEqual(['0'])
    expect(Array.prototype.findLast).toBe(findLast)
  } finally {
    Object.defineProperty(Array.prototype, 'at', { value: at, configurable: true, writable: true })
    Object.defineProperty(Object, 'hasOwn', { value: hasOwn, configurable: true, writable: true })
  }
})
