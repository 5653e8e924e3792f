import fc from 'fast-check'
import { expect, it } from 'vitest'
import { differencesOf } from './differences'

it('shows what was added and removed', () => {
  expect(differencesOf('The light was gray.', 'The light was soft and gray.')).toEqual([
    { kind: 'same', text: 'The light was ' },
    { kind: 'added', text: 'soft and ' },
    { kind: 'same', text: 'gray.' },
  ])
})

it('contains both texts in full', () => {
  const words = fc
    .array(fc.constantFrom('light', 'rain ', '\n\n', ' ', 'Ünder', '<b>'))
    .map((all) => all.join(''))
  fc.assert(
    fc.property(words, words, (older, newer) => {
      const found = differencesOf(older, newer)
      const without = (kind: string) =>
        found.flatMap((each) => (each.kind === kind ? [] : [each.text])).join('')
      expect([without('added'), without('removed')]).toEqual([older, newer])
    }),
  )
})
