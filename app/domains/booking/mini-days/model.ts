/** A day of short sessions at one location, as edited by the studio. */
export interface MiniDayDraft {
  title: string
  /** Ids. */
  sessionType: string
  place: string
  /** YYYY-MM-DD in the studio's zone. */
  date: string
  /** HH:MM, in order. */
  starts: string[]
  isPublished: boolean
}

export interface MiniDayRecord extends MiniDayDraft {
  id: string
  version: number
}

/** Options for a mini session day: only session types that are booked on such days. */
export interface MiniDayChoices {
  types: MiniType[]
  places: { id: string; title: string }[]
}

export interface MiniType {
  id: string
  title: string
  minutes: number
  /** Minutes from one start to the next, buffers included. */
  minutesApart: number
}

/** A client's response to the new date of a rescheduled day. */
export type RescheduleAnswer = 'accepted' | 'chose-another' | 'no-answer' | 'canceled'

export interface MiniStart {
  /** HH:MM. */
  time: string
  label: string
  /** null: free. */
  booking: { id: string; reference: string; name: string; answer: RescheduleAnswer | null } | null
  /** What else occupies the time, such as "Booking DE-7K3Q9, Ann Lee"; null: nothing. */
  obstacle: string | null
}
