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
