import { z } from 'zod'
import { moneyField, moneyInput } from '~/platform/amounts'
import { ALWAYS, checkbox, choice, line, optional, refuse, slug, textBy, whole } from '~/platform/fields'
import type { FieldValues } from '~/platform/forms'
import { money } from '~/platform/money'

export const PLACE_KINDS = ['studio', 'outdoor', 'client'] as const

/** A location as edited by the studio. */
export interface PlaceEdit {
  title: string
  summary: string
  kind: (typeof PLACE_KINDS)[number]
  address: string
  /** Degrees, north and east positive; null: unknown. */
  latitude: number | null
  longitude: number | null
  /** Minutes kept free before and after each session there. */
  travelMinutes: number
  travelFeeCents: number
  /** Slug of a photo that its bookings show instead of the service's; '': none. */
  photo: string
  isDefault: boolean
}

export interface PlaceRecord extends PlaceEdit {
  id: string
  slug: string
  version: number
}

/** In the order of the form. */
export const PLACE_FIELDS = [
  ...['title', 'slug', 'summary', 'kind', 'address', 'latitude', 'longitude'],
  ...['travelMinutes', 'travelFee', 'photo', 'isDefault'],
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
  photo: 'Photo',
  isDefault: 'Default',
}
export const placeLabel = (name: string): string => LABELS[name] ?? name

/** Schema of a location. Only a new one has a `slug`. */
export const placeSchema = ({ isNew }: { isNew: boolean }) =>
  z
    .object({
      slug: isNew ? slug('riverside-park') : z.string(),
      title: line({ label: 'Title', max: 80 }),
      summary: line({ label: 'Summary', max: 300, optional: true }),
      kind: choice(PLACE_KINDS, 'Choose a location type.'),
      address: line({ label: 'Address', max: 200, optional: true }),
      latitude: optional(degrees('latitude', 90)),
      longitude: optional(degrees('longitude', 180)),
      travelMinutes: whole({ min: 0, max: 480, label: 'Travel time' }),
      photo: z.string().default(''),
      travelFee: moneyField({ label: 'Travel fee' }),
      isDefault: checkbox(),
    })
    .superRefine(({ latitude, longitude }, context) => {
      if ((latitude === null) !== (longitude === null))
        refuse(context, latitude === null ? 'latitude' : 'longitude', 'Enter both coordinates, or neither.')
    }, ALWAYS)
    .transform(({ slug: _, travelFee, ...place }): PlaceEdit => ({ ...place, travelFeeCents: travelFee }))

const degrees = (name: string, most: number) =>
  textBy(
    (typed) => /^[-−]?\d{1,3}(\.\d{1,8})?$/.test(typed) && Math.abs(degreesOf(typed)) <= most,
    `Enter a ${name} from −${most} to ${most}, such as 40.7676.`,
  ).transform(degreesOf)

const degreesOf = (typed: string): number => Number(typed.replace('−', '-'))

/** Values for the form and the activity log. */
export const placeValues = (place: PlaceEdit): FieldValues => ({
  ...{ title: place.title, summary: place.summary, kind: place.kind, address: place.address },
  latitude: place.latitude === null ? '' : String(place.latitude),
  longitude: place.longitude === null ? '' : String(place.longitude),
  travelMinutes: String(place.travelMinutes),
  photo: place.photo,
  travelFee: moneyInput(place.travelFeeCents),
  isDefault: place.isDefault ? 'yes' : '',
})

/** "20 min each way, $40" */
export const travelLabel = ({
  travelMinutes,
  travelFeeCents,
}: Pick<PlaceEdit, 'travelMinutes' | 'travelFeeCents'>): string =>
  `${travelMinutes === 0 ? 'None' : `${travelMinutes} min each way`}${travelFeeCents === 0 ? '' : `, ${money(travelFeeCents)}`}`
