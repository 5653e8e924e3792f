import { dollars } from '~/ui/money'
import type { SessionType } from '../model'

/** "$285", "$45 each", "Free" */
export function SessionPrice({ type }: { type: Pick<SessionType, 'priceCents' | 'priceUnit'> }) {
  if (type.priceCents === 0) return 'Free'
  if (!type.priceUnit) return dollars(type.priceCents)
  return (
    <>
      {dollars(type.priceCents)} <span className="per">a {type.priceUnit}</span>
    </>
  )
}

/** With what travel adds, where the price is not for each of something. */
export function Total({
  offer,
}: {
  offer: { priceCents: number; priceUnit: string; travelFeeCents?: number }
}) {
  const { priceCents, priceUnit, travelFeeCents = 0 } = offer
  if (priceUnit || travelFeeCents === 0) return <SessionPrice type={{ priceCents, priceUnit }} />
  return dollars(priceCents + travelFeeCents)
}
