/** A request to read a calendar file. Instants are milliseconds since 1970. */
export interface BusyQuestion {
  text: string
  /** For all-day events and times without a zone. */
  zone: string
  from: number
  until: number
  /** UID suffix of our own events. */
  ownUidEnd: string
}

export interface BusySpan {
  startsAt: number
  endsAt: number
}

export type BusyAnswer =
  /** Sorted, without overlaps. */
  { ok: true; busy: BusySpan[] } | { ok: false; reason: 'no-calendar' | 'too-many' | 'too-slow' }
