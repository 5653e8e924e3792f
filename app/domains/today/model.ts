import type { CorrespondenceKind } from './correspondence/model'

/** Where something is shown. */
export type Place =
  | { room: 'messages'; kind: CorrespondenceKind }
  | { room: 'letter'; kind: CorrespondenceKind; id: string }
  | { room: 'failed-mail' }
  | { room: 'sent-mail'; id: string }
  | { room: 'promo-settings' }
  | { room: 'public'; kind: 'post' | 'gallery' | 'series'; slug: string }

/** A number that matters now. */
export interface Tile {
  label: string
  count: number
  place: Place
}

/** Something that needs an answer, with its one button. */
export interface Entry {
  id: string
  /** What it is, such as "Message". */
  what: string
  title: string
  detail: string
  /** `late`: the law had a date for it. `later`: there is time, it stands at the end. */
  urgency: 'late' | 'now' | 'later'
  at: number
  place: Place
  button: { label: string; says: string }
  /** One key says that it is answered. */
  isAnswerable: boolean
}

/** A day of the week that begins today. */
export interface Day {
  /** YYYY-MM-DD */
  date: string
  /** "Sat" */
  weekday: string
  /** Day of the month. */
  number: number
  isToday: boolean
  /** The weekly plan has hours for it. */
  isOpen: boolean
  wishes: { id: string; label: string; when: string; isAnswered: boolean }[]
  /** More was asked for than is listed. */
  more: boolean
}

/** Something that visitors see now. */
export interface Shown {
  what: string
  title: string
  detail: string
  place: Place
}

export interface Today {
  /** "Friday, November 20" in the studio's zone. */
  date: string
  tiles: Tile[]
  /** The most pressing first. */
  entries: Entry[]
  week: Day[]
  shown: Shown[]
}
