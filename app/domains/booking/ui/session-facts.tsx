import { money } from '~/platform/money'
import { WithTimes } from '~/platform/with-times'
import type { Place, SessionType } from '../session-types/model'
import type { ChosenOffer } from '../slots/model'

/** "45 min", "2 hr"; undefined for sessions priced by number, whose length varies. */
export function shortDuration({
  minutes,
  priceUnit,
}: Pick<SessionType, 'minutes' | 'priceUnit'>): string | undefined {
  if (priceUnit) return undefined
  return minutes >= 120 && minutes % 60 === 0 ? `${minutes / 60} hr` : `${minutes} min`
}

/** "45 minutes", "2 hours", "Length depends on number of photos" */
export function longDuration({ minutes, priceUnit }: Pick<SessionType, 'minutes' | 'priceUnit'>): string {
  if (priceUnit) return 'Length depends on number of photos'
  return minutes >= 120 && minutes % 60 === 0 ? `${minutes / 60} hours` : `${minutes} minutes`
}

/** Whether the session results in a number of photos, unlike a talk. */
export const yieldsPhotos = ({ editedPhotos }: Pick<SessionType, 'editedPhotos'>): boolean =>
  /^\d/.test(editedPhotos)

/** "45 min", "12 photos", "ready in 10 days". Lines break only between them. */
export function sessionFacts(
  type: Pick<SessionType, 'minutes' | 'priceUnit' | 'editedPhotos' | 'turnaround'>,
): string[] {
  const { editedPhotos, turnaround } = type
  const length = shortDuration(type) ?? 'Length varies'
  const facts = yieldsPhotos(type)
    ? [length, `${editedPhotos} photos`, `ready in ${turnaround}`]
    : [length, turnaround]
  return facts.map((fact) => fact.replaceAll(' ', NO_BREAK))
}

const NO_BREAK = '\u00a0'

/** The location preselected for a session type. */
export const defaultPlace = ({ places }: Pick<SessionType, 'places'>): Place | undefined =>
  places.find(({ isDefault }) => isDefault) ?? places[0]

/** The locations of all session types without duplicates, in order of appearance. */
export function placesOf(types: Pick<SessionType, 'places'>[]): Place[] {
  const bySlug = new Map<string, Place>()
  for (const place of types.flatMap(({ places }) => places))
    if (!bySlug.has(place.slug)) bySlug.set(place.slug, place)
  return [...bySlug.values()]
}

export const isOffered = ({ places }: Pick<SessionType, 'places'>, slug: string): boolean =>
  places.some((place) => place.slug === slug)

/** "$285", "$45 each", "Free" */
export function SessionPrice({ type }: { type: Pick<SessionType, 'priceCents' | 'priceUnit'> }) {
  if (type.priceCents === 0) return 'Free'
  if (!type.priceUnit) return money(type.priceCents)
  return (
    <>
      {money(type.priceCents)} <span className="per">a {type.priceUnit}</span>
    </>
  )
}

interface PricedOffer {
  priceCents: number
  priceUnit: string
  travelFeeCents?: number
  tax?: ChosenOffer['tax']
}

/** The price, including travel and tax unless it is per unit. */
export function Total({ offer }: { offer: PricedOffer }) {
  const { priceCents, priceUnit, travelFeeCents = 0, tax } = offer
  if (priceUnit || (travelFeeCents === 0 && !tax)) return <SessionPrice type={{ priceCents, priceUnit }} />
  return money(priceCents + travelFeeCents + (tax?.cents ?? 0))
}

/** A sentence about a session, without line breaks within its date or time. */
export const SessionWords = ({ children }: { children: string }) => <WithTimes>{children}</WithTimes>
