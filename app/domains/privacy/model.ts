import type { Answer } from '~/platform/answerable'

/** A do-not-sell request. */
export interface ReceivedDoNotSell {
  id: string
  email: string
  requestDate: number
  /** YYYY-MM-DD, in the studio’s zone. */
  dueDate: string
  gpc: boolean
  answer: Answer | null
}
