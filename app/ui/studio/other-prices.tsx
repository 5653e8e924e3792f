import { Link } from 'react-router'
import { dollars } from '~/ui/money'

export interface OtherPrice {
  /** "Session type Portrait" */
  what: string
  cents: number
  /** Where it is changed; null: not by this person. */
  to: string | null
}

/** Below a price: where else one stands for the same work. They are kept apart, and none follows another. */
export function OtherPrices({ prices }: { prices: OtherPrice[] }) {
  return (
    <>
      This changes the price here only. It also appears in:{' '}
      {prices.map(({ what, cents, to }, at) => (
        <span key={what}>
          {at > 0 ? '; ' : ''}
          {to === null ? what : <Link to={to}>{what}</Link>}, {dollars(cents)}
        </span>
      ))}
      .
    </>
  )
}
