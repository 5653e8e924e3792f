import { justifyRows, type RowShape } from './justified-rows'

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

/** Where one photograph stands in each layout: what its row's width is divided by, and how many share the row. */
export type GridPlace = Record<GridName, { span: number; inRow: number }>

/** @param more `goesOn`: further photographs follow below, so that the last row fills the width as well */
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
