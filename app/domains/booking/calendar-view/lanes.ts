/**
 * Puts what overlaps side by side: each gets the first lane that is free where it begins, and shares the width with
 * all that it is entangled with.
 */
export function withLanes<Item extends { top: number; length: number }>(
  items: Item[],
): (Item & { lane: number; lanes: number })[] {
  const sorted = items.toSorted((a, b) => a.top - b.top || b.length - a.length)
  const placed: (Item & { lane: number; lanes: number })[] = []
  let cluster: (Item & { lane: number; lanes: number })[] = []
  let ends: number[] = []
  for (const item of sorted) {
    if (ends.every((end) => end <= item.top)) {
      cluster = []
      ends = []
    }
    const free = ends.findIndex((end) => end <= item.top)
    const lane = free === -1 ? ends.length : free
    ends[lane] = item.top + item.length
    const made = { ...item, lane, lanes: ends.length }
    cluster.push(made)
    placed.push(made)
    for (const each of cluster) each.lanes = ends.length
  }
  return placed
}
