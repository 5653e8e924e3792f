import type { UpcomingDay } from '~/domains/booking/calendar-view/upcoming'
import type { CorrespondenceKind } from './correspondence/model'

/** Where something is shown. */
export type Place =
  | { room: 'bookings' }
  | { room: 'booking'; id: string }
  | { room: 'unverified-bookings' }
  | { room: 'open-fees' }
  | { room: 'messages'; kind: CorrespondenceKind | null }
  | { room: 'letter'; kind: CorrespondenceKind; id: string }
  | { room: 'failed-mail' }
  | { room: 'waiting-mail' }
  | { room: 'sent-mail'; id: string }
  | { room: 'promo-settings' }
  | { room: 'gallery-choices'; gallery: string }
  | { room: 'gallery-deliveries'; gallery: string }
  | { room: 'quarantine' }
  | { room: 'closing-galleries' }
  | { room: 'gallery-end'; id: string }
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
  /** Seven days, today first. */
  week: UpcomingDay[]
  shown: Shown[]
}
