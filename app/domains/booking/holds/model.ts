import type { Span } from '../availability/model'

export const HOLD_MINUTES = 15
/** Before its end, the visitor is told and may extend it once. */
export const NOTICE_MINUTES = 2
export const HOLDS_OF_A_NETWORK = 3

/** A start that is kept for a visitor while they fill in the form. */
export interface Hold extends Span {
  id: string
  sessionType: string
  place: string
  expiresAt: number
  extended: boolean
}
