/** What people send to the studio waits until somebody of the studio says that it is answered. */
export interface Answer {
  at: number
  /** Name of who answered. */
  by: string
}

export type AnswerState = 'waiting' | 'answered' | 'all'

/** A part of a list, newest first. */
export interface ListQuery {
  state: AnswerState
  /** Only what contains this; empty: everything. */
  search: string
  /** Only what is older than the row of this id; null: from the newest on. */
  before: string | null
  limit: number
}

/** Numbers above this are told as "1000+": counting on would cost time and tell nobody more. */
export const COUNT_MAX = 1_000
