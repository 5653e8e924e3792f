/** Limits of a row's span, the sum of its aspect ratios. A row's height is its width divided by its span. */
export interface RowShape {
  /** The span at which a row has the desired height. */
  target: number
  /** Smallest span; below it, the row would be too high. */
  least: number
  /** Largest span; above it, the row would be too low. */
  most: number
}

/** Photos `from` to `to` (exclusive) form one row. */
export interface Row {
  from: number
  to: number
  /** The span: the row's width divided by its height. */
  span: number
}

interface RowOptions {
  goesOn?: boolean
  isAlone?: boolean
}

/** A photo in a row outside the limits costs more than any row within them. */
const OUTSIDE = 1_000

/**
 * Divides photos into rows of equal width, in order, with minimal deviation from the desired height (the sum
 * over all photos of the squared logarithm of the ratio). Uses dynamic programming, since filling rows
 * greedily makes the last ones bad. The last row keeps the desired height if its photos don't fill the width,
 * unless more photos follow (`goesOn`). If it is the only row of a page (`isAlone`), it may be higher.
 */
export function justifyRows(
  ratios: readonly number[],
  shape: RowShape,
  { goesOn, isAlone }: RowOptions = {},
): Row[] {
  const cheapest: { cost: number; from: number }[] = [{ cost: 0, from: 0 }]
  const sums = [0]
  for (const ratio of ratios) sums.push((sums.at(-1) ?? 0) + ratio)
  const sumOf = (from: number, to: number) => (sums[to] ?? 0) - (sums[from] ?? 0)

  for (let to = 1; to <= ratios.length; to++) {
    let best = { cost: Number.POSITIVE_INFINITY, from: to - 1 }
    for (let from = to - 1; from >= 0; from--) {
      const sum = sumOf(from, to)
      // Cost per photo, since cost per row would favor fewer rows.
      const isLast = to === ratios.length && !goesOn
      const cost = (cheapest[from]?.cost ?? 0) + (to - from) * costOf(sum, shape, isLast)
      if (cost < best.cost) best = { cost, from }
      // Longer rows only get lower. A single photo may be wider than the limit.
      if (sum > shape.most) break
    }
    cheapest.push(best)
  }

  const rows: Row[] = []
  for (let to = ratios.length; to > 0; to = rows[0]?.from ?? 0) {
    const from = cheapest[to]?.from ?? 0
    const sum = sumOf(from, to)
    const isLast = to === ratios.length && !goesOn
    const lowest = from === 0 && isAlone ? shape.least / 1.5 : shape.target
    rows.unshift({ from, to, span: isLast ? Math.max(sum, lowest) : sum })
  }
  return rows
}

function costOf(sum: number, { target, least, most }: RowShape, last: boolean): number {
  if (last && sum < target) return 0.25 * (1 - sum / target)
  const strays = Math.log(sum / target) ** 2
  return sum < least || sum > most ? OUTSIDE * (1 + strays) : strays
}

/**
 * The grid's three layouts by window width: below 640 px, below 1024 px, and above. The HTML contains all
 * three and CSS chooses one, so that nothing moves and no script is needed.
 */
export const GRID_SHAPES = {
  narrow: { target: 2.1, least: 1.45, most: 3.1 },
  medium: { target: 3.1, least: 2.2, most: 4 },
  wide: { target: 3.9, least: 3, most: 5 },
} satisfies Record<string, RowShape>

export type GridName = keyof typeof GRID_SHAPES

/** A photo's row in each layout: its span, and its number of photos. */
export type GridPlace = Record<GridName, { span: number; inRow: number }>

export function gridPlaces(ratios: readonly number[], more: RowOptions = {}): GridPlace[] {
  const narrow = placesIn(ratios, GRID_SHAPES.narrow, more)
  const medium = placesIn(ratios, GRID_SHAPES.medium, more)
  const wide = placesIn(ratios, GRID_SHAPES.wide, more)
  return ratios.map((_, at) => ({
    narrow: narrow[at] ?? alone,
    medium: medium[at] ?? alone,
    wide: wide[at] ?? alone,
  }))
}

const alone = { span: 1, inRow: 1 }

function placesIn(ratios: readonly number[], shape: RowShape, more: RowOptions) {
  return justifyRows(ratios, shape, more).flatMap(({ from, to, span }) =>
    Array.from({ length: to - from }, () => ({ span, inRow: to - from })),
  )
}
