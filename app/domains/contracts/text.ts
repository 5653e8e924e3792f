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
  /** The place where each client agrees to the model release or declines it. */
  | { kind: 'release' }

/** What a signer fills in inside the text. */
export interface Places {
  /** Number of places for initials. */
  initials: number
  /** Whether it asks for the model release. */
  release: boolean
}

export const placesIn = (blocks: readonly Block[]): Places => ({
  initials: blocks.filter(({ kind }) => kind === 'initials').length,
  release: blocks.some(({ kind }) => kind === 'release'),
})
