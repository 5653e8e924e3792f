import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readWords, WORDS_MAX, WORDS_MIN } from './model'

describe('search input', () => {
  it.each([
    ['  ann   lee ', 'ann lee'],
    ['ann\tlee\r\n', 'ann lee'],
    ['ann\u0000lee\u202eeel', 'ann lee eel'],
    ['a', ''],
    ['', ''],
    ['\u0007\u001b', ''],
    ['DE-7K3Q9', 'DE-7K3Q9'],
    ['100%', '100%'],
  ])('%j becomes %j', (typed, words) => {
    expect(readWords(typed)).toBe(words)
  })

  it('becomes short and clean, for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (typed) => {
        const words = readWords(typed)
        expect(words.length).toBeLessThanOrEqual(WORDS_MAX)
        expect(words === '' || words.length >= WORDS_MIN).toBe(true)
        expect(words.isWellFormed()).toBe(true)
        expect(words).not.toMatch(/^\s|\s$|\s\s|\p{Cc}/u)
        expect(readWords(words)).toBe(words)
      }),
    )
    expect(readWords('a'.repeat(1_000_000))).toHaveLength(WORDS_MAX)
  })
})
