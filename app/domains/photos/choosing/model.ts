/** A photograph in a list to choose from. */
export interface ChoosablePhoto {
  slug: string
  title: string
  /** Dominant colour, #rrggbb. */
  tone: string
  /** Address of a small picture; null while there is none. */
  thumb: string | null
}
