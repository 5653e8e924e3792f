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
