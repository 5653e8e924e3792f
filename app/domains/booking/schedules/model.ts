import type { Window } from '../availability/wall-time'

/** `hours`: a week of open hours. `dates`: days that are unlike their week. */
export type RuleKind = 'hours' | 'dates'

export const isRuleKind = (text: string | undefined): text is RuleKind => text === 'hours' || text === 'dates'

/** `weekday` is 1 (Monday) to 7 (Sunday); 0 in the hours of special dates, which have no week. */
export type DayWindow = Window & { weekday: number }

/** One schedule, or special dates. */
export interface RuleDraft {
  title: string
  /** Ids; null: of every session type, at every place. */
  sessionType: string | null
  place: string | null
  /** YYYY-MM-DD, both included; null: open. Special dates have both. */
  from: string | null
  until: string | null
  /** None, on special dates: closed. */
  hours: DayWindow[]
}

export interface Rule extends RuleDraft {
  id: string
  version: number
}

/** What a rule can be for. */
export interface RuleChoices {
  types: { id: string; slug: string; title: string; places: string[]; isPublished: boolean }[]
  places: { id: string; slug: string; title: string; isDefault: boolean }[]
}

/** A month as clients see it, and for each date why nothing is free. */
export interface MonthPreview {
  /** "December 2026" */
  label: string
  /** "Eastern Time": that of its times. */
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
  /** The free starts, as clients read them. */
  times: string[]
  /** Such as "Closed: Thanksgiving"; empty when something is free. */
  reason: string
}
