/** A photo or a text at its place: the order of a list of these is the order of the gallery. */
export interface Place {
  id: string
  /** null: without a set; these come before the sets. */
  setId: string | null
  /** Texts have no number. */
  isText?: boolean
}

export type Target =
  /** One place up or down within the set. */
  | { to: 'earlier' | 'later' }
  /** Before this one, in its set. */
  | { to: 'before'; id: string }
  /** At the end of a set, or of those without one. */
  | { to: 'end'; setId: string | null }
  /** So that the first of them has this number, from 1, as photos are counted. */
  | { to: 'number'; number: number }

/** The places with each set in one piece, in the order of the sets. */
export function groupedBySets(places: readonly Place[], sets: readonly string[]): Place[] {
  const rank = new Map<string | null, number>(sets.map((id, at) => [id, at + 1]))
  const known = (setId: string | null) => (setId !== null && rank.has(setId) ? setId : null)
  return places
    .map((place, at) => ({ place: { id: place.id, setId: known(place.setId) }, at }))
    .toSorted((a, b) => (rank.get(a.place.setId) ?? 0) - (rank.get(b.place.setId) ?? 0) || a.at - b.at)
    .map(({ place }) => place)
}

/**
 * Moves some places together, in their order; the others stay.
 * @param places each set in one piece
 * @returns undefined when the place they should precede is gone
 */
export function movePlaces(
  places: readonly Place[],
  moved: ReadonlySet<string>,
  target: Target,
): Place[] | undefined {
  const lifted = places.filter(({ id }) => moved.has(id))
  const [first] = lifted
  if (!first) return [...places]
  const rest = places.filter(({ id }) => !moved.has(id))
  const put = (at: number, setId: string | null) =>
    rest.toSpliced(at, 0, ...lifted.map(({ id }) => ({ id, setId })))
  switch (target.to) {
    case 'before': {
      // If the anchor itself moves, the next place that stays is used.
      const anchor = anchorOf(places, moved, target.id)
      if (anchor === undefined) return undefined
      const setId = places.find(({ id }) => id === target.id)?.setId ?? null
      return put(
        anchor === null ? endOf(rest, setId) : Math.min(rest.indexOf(anchor), endOf(rest, setId)),
        setId,
      )
    }
    case 'end':
      return put(endOf(rest, target.setId), target.setId)
    case 'number': {
      const at = placeOfNumber(rest, target.number)
      return put(at, (rest[at] ?? rest[at - 1] ?? first).setId)
    }
    case 'earlier':
    case 'later': {
      const start = rest.findIndex(({ setId }) => setId === first.setId)
      if (start === -1) return put(placeAmong(places, rest, first), first.setId)
      const here = placeAmong(places, rest, target.to === 'earlier' ? first : (lifted.at(-1) ?? first))
      const step = target.to === 'earlier' ? -1 : 1
      return put(Math.min(endOf(rest, first.setId), Math.max(start, here + step)), first.setId)
    }
  }
}

/** @returns the one itself or the next after it that stays; null: none does; undefined: there is no such one */
function anchorOf(
  places: readonly Place[],
  moved: ReadonlySet<string>,
  id: string,
): Place | null | undefined {
  const at = places.findIndex((place) => place.id === id)
  if (at === -1) return undefined
  return places.slice(at).find((place) => !moved.has(place.id)) ?? null
}

/** The index among the rest before which a place belongs. */
function placeAmong(places: readonly Place[], rest: readonly Place[], of: Place): number {
  const at = places.indexOf(of)
  const staying = new Set(rest)
  return places.slice(0, at).filter((place) => staying.has(place)).length
}

/** Where the photo with this number is; after all when there are fewer. */
function placeOfNumber(rest: readonly Place[], number: number): number {
  let counted = 0
  const at = rest.findIndex(({ isText = false }) => {
    if (!isText) counted += 1
    return !isText && counted >= number
  })
  return at === -1 ? rest.length : at
}

/** Behind the last of a set; where the set is empty, behind all: grouping puts it right. */
function endOf(rest: readonly Place[], setId: string | null): number {
  const last = rest.findLastIndex((place) => place.setId === setId)
  return last === -1 ? rest.length : last + 1
}

/**
 * Sorts the photos within each set; texts keep their positions.
 * @param places each set in one piece
 */
export function sortPlaces(
  places: readonly Place[],
  compare: (a: Place, b: Place) => number,
  isText: (place: Place) => boolean,
): Place[] {
  const photos = places.filter((each) => !isText(each)).toSorted(compare)
  const queues = Map.groupBy(photos, ({ setId }) => setId)
  const taken = new Map<string | null, number>()
  return places.map((place) => {
    if (isText(place)) return place
    const at = taken.get(place.setId) ?? 0
    taken.set(place.setId, at + 1)
    return queues.get(place.setId)?.[at] ?? place
  })
}

/** An earlier order of the remaining places, with added ones at the end. */
export function restoredPlaces(places: readonly Place[], before: readonly Place[]): Place[] {
  const here = new Set(places.map(({ id }) => id))
  const known = new Set(before.map(({ id }) => id))
  return [...before.filter(({ id }) => here.has(id)), ...places.filter(({ id }) => !known.has(id))]
}
