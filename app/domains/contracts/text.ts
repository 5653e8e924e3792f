/** A piece of text in one style. Line breaks are line feeds. */
export interface Run {
  text: string
  bold?: true
  italic?: true
}

/** A part of a contract, as shown on its pages and in its PDF. */
export type Block =
  | { kind: 'heading'; level: 2 | 3; runs: Run[] }
  | { kind: 'paragraph'; runs: Run[] }
  /** `depth`: 0 for the outermost list. `marker`: “•” or “3.” */
  | { kind: 'item'; depth: number; marker: string; runs: Run[] }
  /** A place for initials, numbered from 0. */
  | { kind: 'initials'; number: number }

export const countInitials = (blocks: readonly Block[]): number =>
  blocks.filter(({ kind }) => kind === 'initials').length
