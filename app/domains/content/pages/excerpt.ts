/** Most characters logged of each side of a change. */
const MOST = 400
/** Characters kept before the first difference. */
const LEAD = 40

/** Shortens long texts of a change around the first difference. */
export function shortened<C extends { from: string; to: string }>(change: C): C {
  const { from, to } = change
  if (from.length <= MOST && to.length <= MOST) return change
  let same = 0
  while (same < from.length && from[same] === to[same]) same += 1
  const start = Math.max(0, same - LEAD)
  return { ...change, from: cut(from, start), to: cut(to, start) }
}

const cut = (text: string, start: number): string =>
  `${start > 0 ? '…' : ''}${text.slice(start, start + MOST).toWellFormed()}${text.length > start + MOST ? '…' : ''}`
