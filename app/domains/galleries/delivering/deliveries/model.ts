/** One download as the studio reads it. */
export interface Delivery {
  id: string
  /** Name and address of who fetched it. */
  who: string
  /** Such as "All photographs" or "Set “Party”". */
  what: string
  /** "Print" */
  size: string
  photographs: number
  bytes: number
  /** Of those that were handed to the network. */
  sentBytes: number
  isComplete: boolean
  started: string
  /** When the last byte was sent; null: it was not. */
  completed: string | null
  /** When something was last sent. */
  last: string
  /** Names the exact content. */
  fingerprint: string
}

/** All that one person tried to fetch of one content in one size: what broke off, and what came of it. */
export interface Fetching {
  /** The newest that was completed, else the one of which most was sent. */
  best: Delivery
  tries: number
  /** How many of them were completed. */
  completed: number
  /** Other tries, first those that were completed, then the newest; the many of a program that only asks are left out. */
  others: Delivery[]
}

/** What was handed over of the photographs that a gallery has now, in the size that stands for having them. */
export interface Handed {
  photographs: number
  delivered: number
  /** "Original" */
  size: string
  isComplete: boolean
}
