/** A day of many short sessions at one place, as the studio keeps it. */
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

/** What a mini-session day can be for: only session types that are booked on such days. */
export interface MiniDayChoices {
  types: MiniType[]
  places: { id: string; title: string }[]
}

export interface MiniType {
  id: string
  title: string
  minutes: number
  /** From one start to the next, buffers included. */
  minutesApart: number
}

/** What a client says to the new date of a rescheduled day. */
export type RescheduleAnswer = 'accepted' | 'chose-another' | 'no-answer' | 'canceled'

export interface MiniStart {
  /** HH:MM, and as people read it. */
  time: string
  label: string
  /** The booking; null: free. */
  booking: { id: string; reference: string; name: string; answer: RescheduleAnswer | null } | null
  /** What else is in the way, such as "Booking DE-7K3Q9, Ann Lee"; null: nothing. */
  obstacle: string | null
}
