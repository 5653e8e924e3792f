import { expect, it } from 'vitest'
import { findDestinations } from './destinations'
import { sectionsFor } from './sections'

const found = (words: string) => findDestinations(sectionsFor(true), words).map(({ label }) => label)

it('finds pages by the beginnings of their words, in any order', () => {
  expect(found('list book')).toEqual(['Booking list'])
  expect(found('totals')).toEqual(['Totals'])
})

it('leaves the rest of a word to the names of clients', () => {
  expect(found('king')).toEqual([])
  expect(found('ann')).toEqual([])
})
