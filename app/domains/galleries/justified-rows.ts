/** How wide a row may be, as a sum of aspect ratios: a row's height is its width divided by that sum. */
export interface RowShape {
  /** The sum at which a row has exactly the height that is wanted. */
  target: number
  /** Below it a row would be too high. */
  least: number
  /** Above it a row would be too low. */
  most: number
}

/** Photos `from` to `to` (exclusive) form one row. */
export interface Row {
  from: number
  to: number
  /** What the row's width is divided by to get its height. */
  span: number
}

/** From this on a frame outside of the bounds costs more than any row within them. */
const OUTSIDE = 1_000

/**
 * Divides photos into rows of equal width, in order, so that the heights stray from the wanted one as
 * little as possible in all (the sum of their squared logarithms over the photos is least): a dynamic program over the ends of
 * rows, since taking each row as it fills leaves the worst row for last.
 *
 * The last row keeps the wanted height where its photos do not fill the width, unless more photos follow
 * below (`goesOn`): then it is a row like the others.
 */
export function justifyRows(ratios: readonly number[], shape: RowShape, { goesOn = false } = {}): Row[] {
  const cheapest: { cost: number; from: number }[] = [{ cost: 0, from: 0 }]
  const sums = [0]
  for (const ratio of ratios) sums.push((sums.at(-1) ?? 0) + ratio)
  const sumOf = (from: number, to: number) => (sums[to] ?? 0) - (sums[from] ?? 0)

  for (let to = 1; to <= ratios.length; to++) {
    let best = { cost: Number.POSITIVE_INFINITY, from: to - 1 }
    for (let from = to - 1; from >= 0; from--) {
      const sum = sumOf(from, to)
      // By photo and not by row, or a layout with fewer rows would seem better for that alone.
      const isLast = to === ratios.length && !goesOn
      const cost = (cheapest[from]?.cost ?? 0) + (to - from) * costOf(sum, shape, isLast)
      if (cost < best.cost) best = { cost, from }
      // Longer rows only get lower; one frame may be wider than the bound by itself.
      if (sum > shape.most) break
    }
    cheapest.push(best)
  }

  const rows: Row[] = []
  for (let to = ratios.length; to > 0; to = rows[0]?.from ?? 0) {
    const from = cheapest[to]?.from ?? 0
    const sum = sumOf(from, to)
    rows.unshift({ from, to, span: to === ratios.length ? Math.max(sum, goesOn ? 0 : shape.target) : sum })
  }
  return rows
}

function costOf(sum: number, { target, least, most }: RowShape, last: boolean): number {
  if (last && sum < target) return 0.25 * (1 - sum / target)
  const strays = Math.log(sum / target) ** 2
  return sum < least || sum > most ? OUTSIDE * (1 + strays) : strays
}

/**
 * The three layouts of the gallery's grid, by window width: below 640 px, below 1024 px, and above. All are
 * in the page, and CSS takes one, so that nothing is measured, nothing moves, and no script is needed.
 */
export const GRID_SHAPES = {
  narrow: { target: 2.1, least: 1.45, most: 3.1 },
  medium: { target: 3.1, least: 2.2, most: 4 },
  wide: { target: 3.9, least: 3, most: 5 },
} satisfies Record<string, RowShape>

export type GridName = keyof typeof GRID_SHAPES

/** A photo's place in each layout: its row's span, and the number of photos in the row. */
export type GridPlace = Record<GridName, { span: number; inRow: number }>

/** @param more `goesOn`: further photos follow below, so that the last row fills the width as well */
export function gridPlaces(ratios: readonly number[], more: { goesOn?: boolean } = {}): GridPlace[] {
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

function placesIn(ratios: readonly number[], shape: RowShape, more: { goesOn?: boolean }) {
  return justifyRows(ratios, shape, more).flatMap(({ from, to, span }) =>
    Array.from({ length: to - from }, () => ({ span, inRow: to - from })),
  )
}
