/** What is asked of a calendar file. Instants are milliseconds since 1970. */
export interface BusyQuestion {
  text: string
  /** Of all-day entries and of times without a zone. */
  zone: string
  from: number
  until: number
  /** Entries whose UID ends like this are our own. */
  ownUidEnd: string
}

export interface BusySpan {
  startsAt: number
  endsAt: number
}

export type BusyAnswer =
  /** In order, without overlaps. */
  { ok: true; busy: BusySpan[] } | { ok: false; reason: 'no-calendar' | 'too-many' | 'too-slow' }
