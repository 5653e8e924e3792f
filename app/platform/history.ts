/** A query for a person's history, newest first. */
export interface HistoryQuery {
  /** The person's addresses in lower case. */
  emails: string[]
  /** Nothing after this instant. */
  until: number
  limit: number
}
