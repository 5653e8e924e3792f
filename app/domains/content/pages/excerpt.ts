/** Most characters that the audit tells of either side of a change. */
const MOST = 400
/** Characters that are told before the first that is different. */
const LEAD = 40

/** The change with long texts cut to where they part. */
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
