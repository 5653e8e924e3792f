/** Units of the field on which a signature is drawn. */
export const DRAWING = { width: 600, height: 200 }

/** Longest path data of a drawing. */
export const PATH_MAX = 24_000
