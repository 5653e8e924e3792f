import { expect, it } from 'vitest'
import type { ChoiceList, Choices } from '../model'
import { heard, knownAnew, knownChoices, LOST, shownChoices, withMore } from './favorite-state'

const list: ChoiceList = {
  ...{ id: 'l', purpose: 'Album', limit: 2, count: 1, sentOffAt: null, note: '', version: 4 },
}
const choices: Choices = { lists: [list], current: list, limit: 2, chosen: ['a'] }
const known = knownChoices(choices)
const wish = (item: string, isOn: boolean, of = 'l') => ({ item, list: of, isOn })
const circled = (state: ReturnType<typeof shownChoices>) => [...state.chosen].toSorted()

it('shows what is on its way as if it had arrived, and counts it once', () => {
  const wishes = [wish('b', true), wish('a', false), wish('b', true), wish('c', true, 'another list')]
  const shown = shownChoices(known, { wishes, isLost: false })
  expect(circled(shown)).toEqual(['b'])
  expect(shown).toMatchObject({ count: 1, limit: 2, waiting: 3, trouble: '' })
  expect(shownChoices(known, { wishes, isLost: true }).trouble).toBe(LOST)
})

it('takes the count from the server, and takes a circle off that was refused', () => {
  const more = { ...list, count: 2, version: 5 }
  const after = heard(known, wish('b', true), { ok: true, list: more })
  expect(shownChoices(after, { wishes: [], isLost: false })).toMatchObject({ count: 2, current: more })
  const refused = heard(after, wish('c', true), { ok: false, sentence: 'Too many.', list: more })
  const shown = shownChoices(refused, { wishes: [], isLost: false })
  expect(circled(shown)).toEqual(['a', 'b'])
  expect(shown).toMatchObject({ count: 2, trouble: 'Too many.' })
})

it('keeps what is circled further down when the page is read again', () => {
  const further = withMore(known, ['z'])
  expect([...knownAnew(further, choices, ['a', 'b']).chosen]).toEqual(['z', 'a'])
  const without = { ...choices, chosen: [] }
  expect([...knownAnew(further, without, ['a', 'b']).chosen]).toEqual(['z'])
  const other = { ...choices, current: { ...list, id: 'm' }, chosen: ['b'] }
  expect([...knownAnew(further, other, ['a', 'b']).chosen]).toEqual(['b'])
})
