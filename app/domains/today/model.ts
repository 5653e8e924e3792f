import type { Letter } from './correspondence/model'

/** A message of ours that did not leave. */
export interface FailedMail {
  id: string
  subject: string
  to: string
  failure: string | null
}

export interface Today {
  /** "Friday, November 20" in the studio's zone. */
  date: string
  waiting: { 'date-requests': number; messages: number; 'do-not-sell': number }
  failedMails: number
  /** What needs an answer, the most pressing first. */
  letters: Letter[]
  mails: FailedMail[]
}
