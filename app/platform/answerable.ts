/** Whether and by whom an incoming message was marked as answered. */
export interface Answer {
  at: number
  /** Name of the team member who answered. */
  by: string
}

export type AnswerState = 'waiting' | 'answered' | 'all'

/** A part of a list, newest first. */
export interface ListQuery {
  state: AnswerState
  /** Only entries that contain this; empty: all. */
  search: string
  /** Only entries older than this id; null: from the newest. */
  before: string | null
  limit: number
}

/** Larger counts are shown as "1000+", since counting further takes time. */
export const COUNT_MAX = 1_000
