import type { AddedField } from './model'

/** What became of an answered message. */
export const OUTCOMES = ['proposal', 'booked', 'lost'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** How far a message has come. */
export const STAGES = ['waiting', 'answered', ...OUTCOMES] as const
export type Stage = (typeof STAGES)[number]

export const STAGE_LABELS: Record<Stage, string> = {
  waiting: 'Unanswered',
  answered: 'Answered',
  proposal: 'Proposal',
  booked: 'Booked',
  lost: 'Lost',
}

export const isOutcome = (text: unknown): text is Outcome => OUTCOMES.some((outcome) => outcome === text)

export const isStage = (text: unknown): text is Stage => STAGES.some((stage) => stage === text)

/** What the studio can correct or add. */
export const EVENT_FIELDS = ['eventDate', 'shootKind', 'place'] as const satisfies AddedField[]
