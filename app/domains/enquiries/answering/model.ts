import type { Answer } from '~/platform/answerable'
import type { Enquiry } from '../enquiry'

/** A message as the studio keeps it. */
export interface ReceivedEnquiry extends Enquiry {
  id: string
  receivedAt: number
  answer: Answer | null
}
