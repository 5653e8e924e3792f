import type { WaitingState } from '../model'

export const WAITING_LABELS: Record<WaitingState, string> = {
  waiting: 'Waiting',
  kept: 'On hold until morning',
  offered: 'Offered',
  taken: 'Booked',
  lapsed: 'Expired',
  left: 'Left',
}

/** Somebody on the waiting list as the Studio shows them. */
export interface WaitingLine {
  id: string
  state: WaitingState
  name: string
  email: string
  session: string
  place: string
  /** YYYY-MM-DD, and "Saturday, December 5, 2026". */
  date: string
  day: string
  /** "Joined 3 hours ago" */
  joined: string
  /** "10:30 AM, kept until Friday, November 20, 2:00 PM"; '' without an offer. */
  offer: string
  can: { offer: boolean; takeOff: boolean }
}

/** The coming days, the next one first; or those that are past, the last one first. */
export const WAITING_DAYS = ['coming', 'past'] as const
export type WaitingDays = (typeof WAITING_DAYS)[number]

/** Where the next page begins: after somebody on this day with this id. */
export interface WaitingCursor {
  date: string
  id: string
}

export const writeWaitingCursor = ({ date, id }: WaitingCursor): string => `${date}_${id}`

/** null: none, or nothing that could be one. */
export function readWaitingCursor(text: string | null): WaitingCursor | null {
  const [, date, id] = /^(\d{4}-\d\d-\d\d)_([\w-]{1,64})$/.exec(text ?? '') ?? []
  return date === undefined || id === undefined ? null : { date, id }
}
