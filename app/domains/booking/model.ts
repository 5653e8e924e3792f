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
