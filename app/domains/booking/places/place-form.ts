import { dollarsInput } from '~/ui/money'
import { type FieldValues, isSlug, type ReadDraft, readingFields, type Sent } from '../rule-fields'
import { PLACE_KINDS, type PlaceEdit } from './model'

/** In the order of the form. */
export const PLACE_FIELDS = [
  ...['title', 'slug', 'summary', 'kind', 'address', 'latitude', 'longitude'],
  ...['travelMinutes', 'travelFee', 'isDefault'],
]

const LABELS: Record<string, string> = {
  slug: 'URL slug',
  title: 'Title',
  summary: 'Summary',
  kind: 'Type',
  address: 'Address',
  latitude: 'Latitude',
  longitude: 'Longitude',
  travelMinutes: 'Travel time',
  travelFee: 'Travel fee',
  isDefault: 'Default',
}
export const placeLabel = (name: string): string => LABELS[name] ?? name

/** Reads the form of a place; `slug` is read of a new one alone. */
export function readPlace(sent: Sent, { isNew }: { isNew: boolean }): ReadDraft<PlaceEdit> {
  const { errors, refuse, line, whole, cents, decimal, choice } = readingFields(sent)
  if (isNew && !isSlug(sent('slug').trim()))
    refuse('slug', 'Use lowercase letters, numbers, and single hyphens, such as branch-brook-park.')
  const draft: PlaceEdit = {
    title: line('title', 'Title', { max: 80 }),
    summary: line('summary', 'Summary', { max: 300, optional: true }),
    kind: choice('kind', PLACE_KINDS, 'Choose a location type.'),
    address: line('address', 'Address', { max: 200, optional: true }),
    latitude: decimal('latitude', 'Latitude', 90),
    longitude: decimal('longitude', 'Longitude', 180),
    travelMinutes: whole('travelMinutes', 'Travel time', [0, 480]),
    travelFeeCents: cents('travelFee', 'Travel fee'),
    isDefault: sent('isDefault') === 'yes',
  }
  if ((draft.latitude === null) !== (draft.longitude === null))
    refuse(draft.latitude === null ? 'latitude' : 'longitude', 'Enter both coordinates, or neither.')
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, draft }
}

/** What the form shows, and what the audit tells. */
export const placeValues = (place: PlaceEdit): FieldValues => ({
  ...{ title: place.title, summary: place.summary, kind: place.kind, address: place.address },
  latitude: place.latitude === null ? '' : String(place.latitude),
  longitude: place.longitude === null ? '' : String(place.longitude),
  travelMinutes: String(place.travelMinutes),
  travelFee: dollarsInput(place.travelFeeCents),
  isDefault: place.isDefault ? 'yes' : '',
})
