import type { Window } from '../availability/wall-time'

/** `hours`: weekly hours. `dates`: special dates that override them. */
export type RuleKind = 'hours' | 'dates'

export const isRuleKind = (text: string | undefined): text is RuleKind => text === 'hours' || text === 'dates'

/** `weekday` is 1 (Monday) to 7 (Sunday); 0 in the hours of special dates. */
export type DayWindow = Window & { weekday: number }

/** A schedule, or special dates. */
export interface RuleDraft {
  title: string
  /** Ids; null: any session type, any location. */
  sessionType: string | null
  place: string | null
  /** YYYY-MM-DD, inclusive; null: no limit. Special dates always have both. */
  from: string | null
  until: string | null
  /** For special dates, no hours means closed. */
  hours: DayWindow[]
}

export interface Rule extends RuleDraft {
  id: string
  version: number
}

/** The session types and locations a rule can apply to. */
export interface RuleChoices {
  types: { id: string; slug: string; title: string; places: string[]; isPublished: boolean }[]
  places: { id: string; slug: string; title: string; isDefault: boolean }[]
}

/** A month as clients see it, with a reason for each date on which nothing is free. */
export interface MonthPreview {
  /** "December 2026" */
  label: string
  /** The zone of its times: "Eastern Time". */
  zoneName: string
  /** YYYY-MM */
  month: string
  previous: string
  next: string
  days: PreviewDay[]
}

export interface PreviewDay {
  date: string
  /** 1 (Monday) to 7 (Sunday). */
  weekday: number
  /** "Saturday, December 5" */
  label: string
  isPast: boolean
  /** The free start times as shown to clients. */
  times: string[]
  /** Such as "Closed: Thanksgiving"; empty when something is free. */
  reason: string
}
