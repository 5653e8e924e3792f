import { expect, it } from 'vitest'
import type { Choices, FavoriteList } from '../model'
import {
  afterAnswer,
  knownAfterReload,
  knownFavorites,
  LOST,
  shownFavorites,
  withMore,
} from './favorite-state'

const list: FavoriteList = {
  ...{ id: 'l', purpose: 'Album', limit: 2, count: 1, submittedAt: null, note: '', version: 4 },
}
const choices: Choices = { lists: [list], current: list, limit: 2, chosen: ['a'] }
const known = knownFavorites(choices)
const wish = (item: string, isOn: boolean, of = 'l') => ({ item, list: of, isOn })
const favorited = (state: ReturnType<typeof shownFavorites>) => [...state.chosen].toSorted()

it('shows unconfirmed favorites as if they were confirmed, and counts them once', () => {
  const wishes = [wish('b', true), wish('a', false), wish('b', true), wish('c', true, 'another list')]
  const shown = shownFavorites(known, { wishes, isLost: false })
  expect(favorited(shown)).toEqual(['b'])
  expect(shown).toMatchObject({ count: 1, limit: 2, waiting: 3, trouble: '' })
  expect(shownFavorites(known, { wishes, isLost: true }).trouble).toBe(LOST)
  const tooMany = [wish('b', true), wish('c', true), wish('d', true)]
  expect(shownFavorites(known, { wishes: tooMany, isLost: false }).count).toBe(2)
})

it('uses the server’s count, and removes a refused favorite', () => {
  const more = { ...list, count: 2, version: 5 }
  const after = afterAnswer(known, wish('b', true), { ok: true, list: more })
  expect(shownFavorites(after, { wishes: [], isLost: false })).toMatchObject({ count: 2, current: more })
  const refused = afterAnswer(after, wish('c', true), { ok: false, sentence: 'Too many.', list: more })
  const shown = shownFavorites(refused, { wishes: [], isLost: false })
  expect(favorited(shown)).toEqual(['a', 'b'])
  expect(shown).toMatchObject({ count: 2, trouble: 'Too many.' })
})

it('keeps favorites of further pages when the page is reloaded', () => {
  const further = withMore(known, ['z'])
  expect([...knownAfterReload(further, choices, ['a', 'b']).chosen]).toEqual(['z', 'a'])
  const without = { ...choices, chosen: [] }
  expect([...knownAfterReload(further, without, ['a', 'b']).chosen]).toEqual(['z'])
  const other = { ...choices, current: { ...list, id: 'm' }, chosen: ['b'] }
  expect([...knownAfterReload(further, other, ['a', 'b']).chosen]).toEqual(['b'])
})
