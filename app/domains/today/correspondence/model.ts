import type { AnswerState } from '~/platform/answerable'

/** What people send and wait for an answer to. */
export const CORRESPONDENCE_KINDS = ['messages', 'date-requests', 'do-not-sell'] as const
export type CorrespondenceKind = (typeof CORRESPONDENCE_KINDS)[number]

export const isCorrespondenceKind = (text: string | null | undefined): text is CorrespondenceKind =>
  CORRESPONDENCE_KINDS.some((kind) => kind === text)

export const readAnswerState = (text: string | null): AnswerState =>
  text === 'answered' || text === 'all' ? text : 'waiting'

/** One line of the list: finished texts, whatever the kind. */
export interface Letter {
  kind: CorrespondenceKind
  id: string
  /** Name of the sender, or the address where there is none. */
  from: string
  email: string
  /** What it is about. */
  title: string
  /** The beginning of what was written, or what to know about it. */
  excerpt: string
  at: number
  received: string
  /** When the law wants it done: "Friday, December 11, 2026". */
  due: { label: string; isOverdue: boolean } | null
  answer: { by: string; when: string } | null
}

/** Everything that was sent. */
export interface WholeLetter extends Letter {
  facts: { label: string; value: string }[]
  text: string
  replySubject: string
}
