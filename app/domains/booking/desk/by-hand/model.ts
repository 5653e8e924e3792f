import type { Question } from '../../availability/model'

/** What can be booked by hand. */
export interface ByHandChoices {
  types: {
    id: string
    title: string
    minutes: number
    priceCents: number
    priceUnit: string
    questions: Question[]
  }[]
  places: { id: string; title: string; kind: 'studio' | 'outdoor' | 'client' }[]
}

/** The form as it opens. */
export interface ByHandFormShown extends ByHandChoices {
  /** YYYY-MM-DD and HH:MM in the studio's zone. */
  date: string
  time: string
  /** Of an hour that the clock shows twice: `first` or `second`; '' when it is not such an hour. */
  which: string
  /** Makes a form that is sent twice be one. */
  once: string
}
