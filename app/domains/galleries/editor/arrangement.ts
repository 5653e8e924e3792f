/** A photo or a text in the gallery's order. */
export interface Place {
  id: string
  /** null: without a set. These come before the sets. */
  setId: string | null
  /** Texts have no number. */
  isText?: boolean
}

export type Target =
  /** One position up or down within the set. */
  | { to: 'earlier' | 'later' }
  /** Before this item, in its set. */
  | { to: 'before'; id: string }
  /** At the end of a set; null: at the end of the photos without a set. */
  | { to: 'end'; setId: string | null }
  /** So that the first moved photo gets this number, from 1. */
  | { to: 'number'; number: number }

/** The items grouped by sets, in the order of the sets. */
export function groupedBySets(places: readonly Place[], sets: readonly string[]): Place[] {
  const rank = new Map<string | null, number>(sets.map((id, at) => [id, at + 1]))
  const known = (setId: string | null) => (setId !== null && rank.has(setId) ? setId : null)
  return places
    .map((place, at) => ({ place: { id: place.id, setId: known(place.setId) }, at }))
    .toSorted((a, b) => (rank.get(a.place.setId) ?? 0) - (rank.get(b.place.setId) ?? 0) || a.at - b.at)
    .map(({ place }) => place)
}

/**
 * Moves some items together, keeping their order.
 * @param places contiguous by sets
 * @returns undefined if the item they should precede doesn't exist
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
      // If the anchor itself moves, uses the next item that stays.
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

/**
 * @returns the item itself if it stays, else the next one that stays; null: none; undefined: it doesn't exist
 */
function anchorOf(
  places: readonly Place[],
  moved: ReadonlySet<string>,
  id: string,
): Place | null | undefined {
  const at = places.findIndex((place) => place.id === id)
  if (at === -1) return undefined
  return places.slice(at).find((place) => !moved.has(place.id)) ?? null
}

/** The index among the remaining items at which an item belongs. */
function placeAmong(places: readonly Place[], rest: readonly Place[], of: Place): number {
  const at = places.indexOf(of)
  const staying = new Set(rest)
  return places.slice(0, at).filter((place) => staying.has(place)).length
}

/** The index of the photo with this number; the end if there are fewer photos. */
function placeOfNumber(rest: readonly Place[], number: number): number {
  let counted = 0
  const at = rest.findIndex(({ isText = false }) => {
    if (!isText) counted += 1
    return !isText && counted >= number
  })
  return at === -1 ? rest.length : at
}

/**
 * The index after a set's last item. For an empty set, the end of the gallery, since grouping corrects it.
 */
function endOf(rest: readonly Place[], setId: string | null): number {
  const last = rest.findLastIndex((place) => place.setId === setId)
  return last === -1 ? rest.length : last + 1
}

/** Sorts the photos within each set. Texts keep their positions. @param places contiguous by sets */
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

/** Restores an earlier order of the remaining items, with added ones at the end. */
export function restoredPlaces(places: readonly Place[], before: readonly Place[]): Place[] {
  const here = new Set(places.map(({ id }) => id))
  const known = new Set(before.map(({ id }) => id))
  return [...before.filter(({ id }) => here.has(id)), ...places.filter(({ id }) => !known.has(id))]
}
