import type { GiftSet } from './model'

/** A piece of one set: so many photographs from the `offset`-th on. */
export interface SetRange {
  setId: string | null
  offset: number
  limit: number
}

/** The pieces of sets that make up the photographs numbered `first` to `last`, both included, in their order. */
export function setRanges(
  sets: readonly Pick<GiftSet, 'id' | 'count' | 'first'>[],
  { first, last }: { first: number; last: number },
): SetRange[] {
  return sets.flatMap((set) => {
    const from = Math.max(first, set.first)
    const to = Math.min(last, set.first + set.count - 1)
    return from > to ? [] : [{ setId: set.id, offset: from - set.first, limit: to - from + 1 }]
  })
}

/** The sets that have photographs, numbered through: those in no set come first. */
export function numberSets(
  sets: readonly { id: string; title: string }[],
  counts: ReadonlyMap<string | null, number>,
): GiftSet[] {
  let first = 1
  return [{ id: null, title: '' }, ...sets].flatMap(({ id, title }) => {
    const count = counts.get(id) ?? 0
    if (count === 0) return []
    const set = { id, title, count, first }
    first += count
    return [set]
  })
}
