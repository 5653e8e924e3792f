export const PLACE_KINDS = ['studio', 'outdoor', 'client'] as const

/** A place as the studio edits it. */
export interface PlaceEdit {
  title: string
  summary: string
  kind: (typeof PLACE_KINDS)[number]
  address: string
  /** Degrees, north and east positive; null: not known. */
  latitude: number | null
  longitude: number | null
  /** Kept free before and after each session there. */
  travelMinutes: number
  travelFeeCents: number
  isDefault: boolean
}

export interface PlaceRecord extends PlaceEdit {
  id: string
  slug: string
  version: number
}
