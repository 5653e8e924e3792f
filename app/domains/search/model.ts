/** What can be found, in the order in which it is shown. */
export const FOUND_KINDS = [
  'pages',
  'settings',
  'people',
  'bookings',
  'date-requests',
  'messages',
  'mail',
  'galleries',
  'posts',
  'products',
] as const
export type FoundKind = (typeof FOUND_KINDS)[number]

/** One thing that was found. */
export interface Hit {
  /** What stands in its address: an id, a slug, or the name of a group of settings. */
  key: string
  label: string
  /** What tells it from others of the same name. */
  detail: string
}

export interface FoundGroup {
  kind: FoundKind
  hits: Hit[]
  /** There are more than these. */
  more: boolean
}

export interface Found {
  /** What was looked for, as it was understood. */
  words: string
  /** Those in which something was found. */
  groups: FoundGroup[]
}
