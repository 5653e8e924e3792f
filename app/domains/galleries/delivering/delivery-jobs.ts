import { z } from 'zod'
import { DELIVERY_SIZES, type DeliverySize } from '../access/model'

export const MAKE_DELIVERY = 'make-delivery-files'

export const makeDeliverySchema = z.object({
  photoId: z.string(),
  sizes: z.array(z.enum(DELIVERY_SIZES)).min(1),
})

export type MakeDelivery = z.infer<typeof makeDeliverySchema>

/** Behind every rendition: what is seen comes before what is fetched. */
const PRIORITY = -1_000_000

export const deliveryJob = (photoId: string, sizes: readonly DeliverySize[]) => ({
  kind: MAKE_DELIVERY,
  payload: { photoId, sizes: [...sizes] } satisfies MakeDelivery,
  priority: PRIORITY,
  uniqueKey: `${MAKE_DELIVERY} ${photoId} ${sizes.join(' ')}`,
})
