import { Link } from 'react-router'
import { dollars } from '~/ui/money'

export interface OtherPrice {
  /** "Session type Portrait" */
  what: string
  cents: number
  /** Where the price is edited; null: this person may not. */
  to: string | null
}

/**
 * Other prices for the same work, shown below a price. They are separate, and changing one doesn't change the
 * others.
 */
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
