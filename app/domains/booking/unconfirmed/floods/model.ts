/** A flood is over when no booking had to be confirmed for so long. */
export const FLOOD_GAP_MS = 86_400_000

/** Which unverified bookings a list shows, by when they were made. */
export const FLOOD_SPANS = { day: 86_400_000, week: 7 * 86_400_000, all: Number.POSITIVE_INFINITY } as const
export type FloodSpan = keyof typeof FLOOD_SPANS

export const isFloodSpan = (text: string | null): text is FloodSpan =>
  text !== null && Object.hasOwn(FLOOD_SPANS, text)

/** How many lines the page shows. More are declined with them. */
export const FLOOD_LINES = 200

/** A booking that nobody has proven or vouched for. */
export interface UnverifiedLine {
  id: string
  kind: 'booking' | 'unconfirmed'
  reference: string
  state: 'requested' | 'confirmed' | 'to-confirm'
  name: string
  email: string
  session: string
  /** "Saturday, December 5, 10:30 AM" */
  when: string
  /** "Booked 3 hours ago" */
  made: string
}

export interface UnverifiedView {
  span: FloodSpan
  lines: UnverifiedLine[]
  /** How many there are in all of the span: open bookings, and those that wait for a press in an email. */
  bookings: number
  waiting: number
  /** Open bookings of unverified addresses, whenever they were made, and how many count without an email. */
  open: number
  limit: number
  /** Made before this instant, milliseconds since 1970, so that what comes later isn’t declined unseen. */
  until: number
}
