/** A part of what one person has to do with the studio, newest first. */
export interface HistoryQuery {
  /** The person’s addresses, in lower case. */
  emails: string[]
  /** Nothing newer than this instant. */
  until: number
  limit: number
}
