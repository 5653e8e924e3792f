/** Where something happened. Each has a place in the Studio, or none. */
export type HappeningKind =
  | 'bookings'
  | 'messages'
  | 'date-requests'
  | 'do-not-sell'
  | 'newsletter'
  | 'mail'
  | 'galleries'
  | 'favorites'
  | 'downloads'
  | 'consents'
  | 'account'

/** One thing that a person and the studio had to do with each other. */
export interface Happening {
  kind: HappeningKind
  /** Of the record in its own domain; unlike the others of its kind. */
  id: string
  at: number
  title: string
  /** What to know about it in one line; may be empty. */
  excerpt: string
}

/** Sorts happenings of one instant. */
const keyOf = ({ kind, id }: Happening): string => `${kind}.${id}`

export const newestFirst = (a: Happening, b: Happening): number =>
  b.at - a.at || (keyOf(a) < keyOf(b) ? 1 : -1)

/** Where the rest of a history begins: behind this one. */
export interface HistoryCursor {
  at: number
  key: string
}

export const isBehind = (happening: Happening, { at, key }: HistoryCursor): boolean =>
  happening.at < at || (happening.at === at && keyOf(happening) < key)

export const writeHistoryCursor = (happening: Happening): string => `${happening.at}.${keyOf(happening)}`

/** null: none, or nothing that could be one. */
export function readHistoryCursor(text: string | null): HistoryCursor | null {
  const [, at, key] = /^(\d{1,15})\.([a-z-]{1,20}\.[\w-]{1,80})$/.exec(text ?? '') ?? []
  return at === undefined || key === undefined ? null : { at: Number(at), key }
}
