/**
 * A PDF as a list of blocks, drawn from top to bottom. `renderPdf` numbers its pages, repeats the footer and the heads
 * of tables on each, embeds its fonts and tags everything for screen readers.
 */
export interface Pdf {
  /** In the window's title bar, and the document's properties. */
  title: string
  brand: PdfBrand
  paper: 'LETTER' | 'A4'
  /** At the left of each page's end, beside the page number. One line. */
  footer: string
  /** Instant. The same document has the same bytes. */
  createdAt: number
  blocks: readonly PdfBlock[]
}

/** At the beginning of the first page. */
export interface PdfBrand {
  name: string
  /** Shown without a logo. */
  initials: readonly [string, string]
  /** A PNG or JPEG, with its size in pixels. */
  logo?: { data: Uint8Array; width: number; height: number } | undefined
  /** Of the line above the first heading: `#rrggbb`. */
  accent: string
}

export type PdfBlock =
  /** A heading stays on the page of what follows. */
  | { kind: 'heading'; level: 1 | 2 | 3; text: string }
  /** Line breaks in the text are kept. `hand`: a typed signature, which stays on the page of the line below it. */
  | { kind: 'paragraph'; text: string | readonly PdfSpan[]; quiet?: boolean; hand?: boolean }
  /** `start`: the first number, 1 by default. `depth`: how many lists it is in, 0 by default. */
  | { kind: 'list'; ordered: boolean; items: readonly string[]; start?: number; depth?: number }
  /** Labels with values, in two columns. */
  | { kind: 'facts'; rows: readonly (readonly [label: string, value: string])[] }
  /** Two or three texts side by side, each with a heading. */
  | { kind: 'columns'; columns: readonly { heading: string; lines: readonly string[] }[] }
  | PdfTable
  /** A picture in the flow, such as a signature. PNG or JPEG; its width in points. */
  | { kind: 'picture'; data: Uint8Array; alt: string; width: number; height: number }
  /** Lines in ink, such as a drawn signature, as SVG path data in a field of that width and height, 3 units for a point. It stays on the page of the line below it. */
  | { kind: 'drawing'; path: string; alt: string; width: number; height: number }
  | { kind: 'page-break' }

export interface PdfSpan {
  text: string
  strong?: boolean
}

/** A table that continues on the next page between two rows. A row must fit on a page. */
export interface PdfTable {
  kind: 'table'
  /** `share` of the width, relative to the other columns. Amounts are set at the end (`right`). */
  columns: readonly { label: string; share: number; right?: boolean }[]
  rows: readonly (readonly string[])[]
  /** Below the rows, at the right. They stay together on a page. */
  totals?: readonly { label: string; amount: string; strong?: boolean }[]
}
