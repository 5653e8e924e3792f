/** A move of an entry in a sortable list: past the neighbor that was shown beside it. */
export interface Move {
  id: string
  past: string
  direction: 'up' | 'down'
}

/**
 * The list after the move. Repeating it changes nothing, since the two are already swapped.
 * @returns undefined when the two aren't neighbors, since someone else has moved or removed one
 */
export function moved(order: string[], { id, past, direction }: Move): string[] | undefined {
  const [from, to] = [order.indexOf(id), order.indexOf(past)]
  if (from === -1 || to === -1) return undefined
  const step = direction === 'up' ? -1 : 1
  if (from === to + step) return order
  if (from + step !== to) return undefined
  return order.with(from, past).with(to, id)
}

/** Parses a move from the entry's id and the value of its button, such as `up:weddings`. */
export function readMove(id: string, sent: string): Move | undefined {
  const [direction, past] = [sent.slice(0, sent.indexOf(':')), sent.slice(sent.indexOf(':') + 1)]
  return direction === 'up' || direction === 'down' ? { id, past, direction } : undefined
}
