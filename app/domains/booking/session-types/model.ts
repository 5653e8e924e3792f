import type { Question } from '../availability/model'

export const STARTS_KINDS = ['interval', 'fixed', 'sunset', 'mini'] as const
export type StartsKind = (typeof STARTS_KINDS)[number]
export const QUESTION_KINDS = ['line', 'text', 'date', 'number'] as const

/** A session type as the studio edits it; amounts in cents, places by their ids. */
export interface SessionTypeEdit {
  title: string
  summary: string
  minutes: number
  editedPhotos: string
  turnaround: string
  priceCents: number
  priceUnit: string
  depositCents: number
  places: string[]
  isPublished: boolean
  incrementMinutes: number
  bufferBefore: number
  bufferAfter: number
  minimumNoticeHours: number
  bookingWindowDays: number
  /** Sessions a day at most; null: as many as fit. */
  dailyLimit: number | null
  needsApproval: boolean
  startsKind: StartsKind
  /** HH:MM, in order. */
  fixedStarts: string[]
  sunsetMinutes: number
  questions: Question[]
}

export interface SessionTypeRecord extends SessionTypeEdit {
  id: string
  slug: string
  version: number
  /** The service that it belongs to. */
  serviceId: string | null
}

/** What the list shows. */
export interface SessionTypeRow {
  slug: string
  title: string
  minutes: number
  priceCents: number
  /** Unit of a price by count, such as "photo"; otherwise empty. */
  priceUnit: string
  startsKind: StartsKind
  isPublished: boolean
}

/** A kind of session that clients book. */
export interface SessionType {
  slug: string
  title: string
  summary: string
  minutes: number
  editedPhotos: string
  turnaround: string
  priceCents: number
  /** Such as "hour" when the price is for each; empty: for the session. */
  priceUnit: string
  depositCents: number
  serviceSlug: string | null
  places: Place[]
}

export interface Place {
  slug: string
  title: string
  summary: string
  kind: 'studio' | 'outdoor' | 'client'
  isDefault: boolean
}
