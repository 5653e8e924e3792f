import { expect, it } from 'vitest'
import { titleSize } from './gift-words'

it('sets a title as large as its longest word and its length allow', () => {
  expect(titleSize('Noor & Elias')).toBe('d1')
  expect(titleSize('Autumn, to choose from')).toBe('d1')
  expect(titleSize('Zuri’s unforgettable day')).toBe('d2')
  expect(titleSize('The wedding of Wilhelmina Featherstonehaugh')).toBe('d2')
  expect(titleSize('Donaudampfschifffahrtsgesellschaft')).toBe('t1')
  expect(titleSize('a '.repeat(40))).toBe('t1')
})
