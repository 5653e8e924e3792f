import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { groupedBySets, movePlaces, type Place, restoredPlaces, sortPlaces, type Target } from './arrangement'

const SETS = ['a', 'b', 'c']
const places = (text: string): Place[] =>
  text.split(' ').map((each) => ({ id: each.slice(-1), setId: each.length > 1 ? each.slice(0, 1) : null }))
const said = (moved: Place[] | undefined) => moved?.map(({ id, setId }) => (setId ?? '') + id).join(' ')
const move = (from: string, ids: string, target: Target) =>
  said(movePlaces(places(from), new Set(ids), target))

describe('moving', () => {
  test.each([
    ['1 2 3 4', '3', { to: 'earlier' }, '1 3 2 4'],
    ['1 2 3 4', '1', { to: 'earlier' }, '1 2 3 4'],
    ['1 2 3 4', '12', { to: 'later' }, '3 1 2 4'],
    ['1 2 3 4', '14', { to: 'earlier' }, '1 4 2 3'],
    ['1 2 3 4', '4', { to: 'later' }, '1 2 3 4'],
    ['a1 a2 b3 b4', '3', { to: 'earlier' }, 'a1 a2 b3 b4'],
    ['a1 a2 b3 b4', '2', { to: 'later' }, 'a1 a2 b3 b4'],
    ['1 2 3 4', '13', { to: 'before', id: '4' }, '2 1 3 4'],
    ['1 2 3 4', '23', { to: 'before', id: '2' }, '1 2 3 4'],
    ['1 2 3 4', '34', { to: 'before', id: '3' }, '1 2 3 4'],
    ['a1 a2 b3 b4', '1', { to: 'before', id: '4' }, 'a2 b3 b1 b4'],
    ['a1 a2 b3', '3', { to: 'end', setId: 'a' }, 'a1 a2 a3'],
    ['a1 b2', '1', { to: 'end', setId: 'c' }, 'b2 c1'],
    ['1 2 3 4', '4', { to: 'number', number: 2 }, '1 4 2 3'],
    ['1 2 3 4', '1', { to: 'number', number: 99 }, '2 3 4 1'],
  ] as const)('%s: %s %j', (from, ids, target, to) => {
    expect(move(from, ids, target)).toBe(to)
  })

  test('counts only photos when one is moved to a number', () => {
    const essay = places('1 t 2 u 3').map((place) => ({ ...place, isText: /[tu]/.test(place.id) }))
    const numbered = (id: string, number: number) =>
      said(movePlaces(essay, new Set(id), { to: 'number', number }))
    expect(numbered('3', 2)).toBe('1 t 3 2 u')
    expect(numbered('3', 1)).toBe('3 1 t 2 u')
    expect(numbered('1', 9)).toBe('t 2 u 3 1')
  })

  test('reports that the photo it should precede is gone', () => {
    expect(move('1 2 3', '1', { to: 'before', id: '9' })).toBeUndefined()
  })

  const anyPlaces = fc.array(fc.constantFrom(null, ...SETS), { minLength: 1, maxLength: 20 }).map((sets) =>
    groupedBySets(
      sets.map((setId, at) => ({ id: `i${at}`, setId })),
      SETS,
    ),
  )
  const anyTarget = (ids: string[]): fc.Arbitrary<Target> =>
    fc.oneof(
      fc.constantFrom<Target>({ to: 'earlier' }, { to: 'later' }),
      fc.constantFrom(...ids).map((id): Target => ({ to: 'before', id })),
      fc.constantFrom(null, ...SETS).map((setId): Target => ({ to: 'end', setId })),
      fc.integer({ min: 1, max: 30 }).map((number): Target => ({ to: 'number', number })),
    )

  test('loses nothing, keeps the order of the others, and brings the moved ones together', () => {
    fc.assert(
      fc.property(
        anyPlaces.chain((all) =>
          fc.tuple(
            fc.constant(all),
            fc.subarray(all.map(({ id }) => id)),
            anyTarget(all.map(({ id }) => id)),
          ),
        ),
        ([all, chosen, target]) => {
          const moved = groupedBySets(movePlaces(all, new Set(chosen), target) ?? [], SETS)
          const ids = moved.map(({ id }) => id)
          expect(ids.toSorted()).toEqual(all.map(({ id }) => id).toSorted())
          const isMoved = (id: string) => chosen.includes(id)
          expect(ids.filter((id) => !isMoved(id))).toEqual(all.flatMap(({ id }) => (isMoved(id) ? [] : [id])))
          expect(ids.filter(isMoved)).toEqual(all.flatMap(({ id }) => (isMoved(id) ? [id] : [])))
          if (chosen.length === 0) return
          const start = ids.findIndex(isMoved)
          expect(ids.slice(start, start + chosen.length).every(isMoved)).toBe(true)
        },
      ),
    )
  })
})

test('sorting keeps texts in place, and sorts each set separately', () => {
  const sorted = sortPlaces(
    places('a3 at a1 b2 b0'),
    (a, b) => a.id.localeCompare(b.id),
    ({ id }) => id === 't',
  )
  expect(said(sorted)).toBe('a1 at a3 b0 b2')
})

test('restores an earlier order without removed photos, and with added ones', () => {
  expect(said(restoredPlaces(places('1 2 4 5'), places('4 3 a2 1')))).toBe('4 a2 1 5')
})
