import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinTexts, searchWords, termsOf } from './search-words'

test('matches words without diacritics and case, and complete addresses and numbers', () => {
  expect(termsOf(['Renée O’Hara', 'R.Hara@Example.com', '(973) 555-0142'])).toEqual([
    'renee',
    'ohara',
    '@r.hara@example.com',
    'r',
    'hara',
    'example',
    'com',
    '9735550142',
    '5550142',
    '0142',
    '973',
    '555',
  ])
  expect(termsOf(['Ann <ann@example.com>', null, ''])).toContain('@ann@example.com')
})

test('matches a number with and without country code', () => {
  expect(searchWords('+1 (973) 555-0142')).toEqual(['973', '555', '0142'])
  expect(searchWords('19735550142')).toEqual(['9735550142'])
  expect(termsOf(['+44 20 7946 0958'])).toEqual(expect.arrayContaining(['442079460958', '9460958', '7946']))
})

test('matches a complete address, and a part of it as a word', () => {
  expect(searchWords('Ann@Example.com')).toEqual(['@ann@example.com'])
  expect(searchWords('ann@')).toEqual(['@ann@'])
  expect(searchWords('@example')).toEqual(['example'])
})

test('input without letters or digits matches nothing', () => {
  for (const text of ['%', '_', '"', '\u0000', '\u202e', '\ud800', '@', '( )'])
    expect([text, searchWords(text)]).toEqual([text, []])
})

test('a record has few terms of limited length, for any input', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 2_000 }), { maxLength: 5 }), (texts) => {
      const terms = termsOf(texts)
      expect(terms.length).toBeLessThanOrEqual(48)
      for (const term of terms)
        expect(term.isWellFormed() && [...term].length <= 64 && term !== '').toBe(true)
    }),
  )
})

test('every text matches itself', () => {
  const word = fc.stringMatching(/^[A-Za-zÀ-ÿ0-9]{1,80}$/)
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
      const text = words.join(' ')
      const terms = termsOf([text])
      for (const wanted of searchWords(text)) expect(terms.some((term) => term.startsWith(wanted))).toBe(true)
    }),
  )
})

test('texts are joined so that a caption doesn’t run into the next one', () => {
  expect(joinTexts(['It was fog. This year it was the sun.', 'Last year', '', 'Leaving', 'Home.'])).toBe(
    'It was fog. This year it was the sun. Last year · Leaving · Home.',
  )
  expect(joinTexts(['', ''])).toBe('')
})
