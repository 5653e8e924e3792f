import { Link } from 'react-router'
import { dollars } from '~/ui/money'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { ServicePrices } from '../services'

interface PricesBesideProps {
  prices: ServicePrices
  /** Slug of the edited package or session type. */
  except: { package: string } | { sessionType: string }
  /** Only owners edit session types. */
  isOwner: boolean
}

/** Other prices for the same service. */
export function PricesBeside({ prices, except, isOwner }: PricesBesideProps) {
  const { service, packages, sessionTypes } = prices
  const others = [
    {
      what: `service ${service.title}, from`,
      cents: service.priceCents,
      to: studioPaths.service(service.slug),
    },
    ...packages
      .filter(({ slug }) => !('package' in except) || slug !== except.package)
      .map(({ slug, title, priceCents }) => ({
        what: `package ${title}`,
        cents: priceCents,
        to: studioPaths.package(service.slug, slug),
      })),
    ...sessionTypes
      .filter(({ slug }) => !('sessionType' in except) || slug !== except.sessionType)
      .map(({ slug, title, priceCents }) => ({
        what: `session type ${title}`,
        cents: priceCents,
        to: isOwner ? studioPaths.sessionType(slug) : null,
      })),
  ]
  return <OtherPrices prices={others} />
}

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
