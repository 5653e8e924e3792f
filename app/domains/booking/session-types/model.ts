import type { Question } from '../availability/model'
import type { TypeRequirements } from '../requirements/model'

export const STARTS_KINDS = ['interval', 'fixed', 'sunset', 'mini'] as const
export type StartsKind = (typeof STARTS_KINDS)[number]
export const QUESTION_KINDS = ['line', 'text', 'date', 'number', 'choice', 'photos'] as const

/** Most choices of a question, and most characters of each. */
export const CHOICES_MAX = 20
export const CHOICE_LENGTH = 120

/** A session type as edited by the studio. Amounts in cents, locations by id. */
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
  /** Maximum sessions per day; null: no limit. */
  dailyLimit: number | null
  needsApproval: boolean
  startsKind: StartsKind
  /** HH:MM, in order. */
  fixedStarts: string[]
  sunsetMinutes: number
  questions: Question[]
  /** What is required before a booking counts as confirmed; null: nothing. */
  requirements: TypeRequirements | null
  /** Id of its service; null: none. */
  serviceId: string | null
  /** Its price is the starting price of its service. */
  setsPrice: boolean
}

export interface SessionTypeRecord extends SessionTypeEdit {
  id: string
  slug: string
  version: number
}

/** A row of the list. */
export interface SessionTypeRow {
  slug: string
  title: string
  minutes: number
  priceCents: number
  /** Unit of the price, such as "photo"; '' for the whole session. */
  priceUnit: string
  startsKind: StartsKind
  isPublished: boolean
}

/** A session type of a service, with its price in cents. */
export interface TypeOfService {
  slug: string
  title: string
  priceCents: number
  /** Its price is the starting price of the service. */
  setsPrice: boolean
  isPublished: boolean
}

/** A session type that clients can book. */
export interface SessionType {
  slug: string
  title: string
  summary: string
  minutes: number
  editedPhotos: string
  turnaround: string
  priceCents: number
  /** Unit of the price, such as "hour"; '' for the whole session. */
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
