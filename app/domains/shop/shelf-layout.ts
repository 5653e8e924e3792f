/** Columns of twelve that each product takes, row by row: no two rows in succession are divided alike. */
const ROWS = [
  [8, 4],
  [5, 7],
  [4, 8],
  [7, 5],
] as const

/** What remains when the number of products is odd. */
const THREE = [5, 4, 3] as const

export function shelfSpans(count: number): number[] {
  if (count === 1) return [8]
  const spans: number[] = []
  for (let row = 0; spans.length < count; row++) {
    if (count - spans.length === 3) spans.push(...THREE)
    else spans.push(...(ROWS[row % ROWS.length] ?? ROWS[0]))
  }
  return spans
}
