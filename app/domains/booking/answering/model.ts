import type { Answer } from '~/platform/answerable'

/** A wish for a session on a day, as the studio keeps it. */
export interface ReceivedDateRequest {
  id: string
  reference: string
  /** Titles of the session type and of the place. */
  type: string
  place: string
  /** YYYY-MM-DD in the studio’s zone. */
  date: string
  dayPart: 'morning' | 'afternoon' | 'any'
  name: string
  email: string
  phone: string
  partySize: number
  notes: string
  requestedAt: number
  answer: Answer | null
}
