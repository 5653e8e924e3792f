/** What has just happened to a booking, and what its letters have to say of it. */
export type Occasion =
  | { kind: 'requested' }
  | { kind: 'confirmed'; words: string }
  | { kind: 'declined'; words: string }
  /** `asksToAccept`: the studio moved it and wants to know whether the new date suits. */
  | {
      kind: 'moved'
      fromDate: number
      by: 'client' | 'studio'
      feeCents: number
      words: string
      asksToAccept: boolean
    }
  | { kind: 'canceled'; by: 'client' | 'studio'; isDepositReturned: boolean; words: string }

/** What a client said about a booking on its page; the studio alone is told. */
export type Answer =
  /** The date to which the studio moved it suits. */
  | { kind: 'accepted' }
  /** What is new now, as label and value. */
  | { kind: 'answered'; changed: readonly (readonly [label: string, value: string])[] }
