import { Link } from 'react-router'
import { money } from '~/platform/money'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { ServicePrices } from '../services'
import { FromPrice } from './service-entries'

interface PricesBesideProps {
  prices: ServicePrices
  /** What is edited, by slug. */
  except: 'service' | { package: string } | { sessionType: string }
  /** Only owners edit session types. */
  isOwner: boolean
}

/** Other prices for the same service. */
export function PricesBeside({ prices, except, isOwner }: PricesBesideProps) {
  const { service, packages, sessionTypes } = prices
  const isEdited = (kind: 'package' | 'sessionType', slug: string) =>
    typeof except === 'object' && (except as Record<string, string>)[kind] === slug
  // The service shows the edited price itself.
  const isShownThere = sessionTypes.some(({ slug, setsPrice }) => setsPrice && isEdited('sessionType', slug))
  const others = [
    ...(except === 'service' || isShownThere
      ? []
      : [
          {
            what: `service ${service.title}, from`,
            cents: service.priceCents,
            to: studioPaths.service(service.slug),
          },
        ]),
    ...packages
      .filter(({ slug }) => !isEdited('package', slug))
      .map(({ slug, title, priceCents }) => ({
        what: `package ${title}`,
        cents: priceCents,
        to: studioPaths.package(service.slug, slug),
      })),
    ...sessionTypes
      .filter(({ slug }) => !isEdited('sessionType', slug))
      .map(({ slug, title, priceCents }) => ({
        what: `session type ${title}`,
        cents: priceCents,
        to: isOwner ? studioPaths.sessionType(slug) : null,
      })),
  ]
  if (isShownThere)
    return (
      <>
        <Link to={studioPaths.service(service.slug)}>{service.title}</Link> shows this price too, on Home,
        Services, and in search results.
        {others.length > 0 ? (
          <>
            {' '}
            <OtherPrices prices={others} lead="Other prices for the same service:" />
          </>
        ) : null}
      </>
    )
  if (others.length === 0) return null
  return (
    <>
      <OtherPrices prices={others} />
      {except === 'service'
        ? ' To show the price of a session here, check “Starting price of its service” in the session type.'
        : null}
    </>
  )
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
export function OtherPrices({
  prices,
  lead = 'This changes the price here only. It also appears in:',
}: {
  prices: OtherPrice[]
  lead?: string
}) {
  return (
    <>
      {lead}{' '}
      {prices.map(({ what, cents, to }, at) => (
        <span key={what}>
          {at > 0 ? '; ' : ''}
          {to === null ? what : <Link to={to}>{what}</Link>}, {money(cents)}
        </span>
      ))}
      .
    </>
  )
}

interface StartingPriceProps {
  service: ServicePrices['service']
  /** The session type that sets it. */
  source: { slug: string; title: string }
  isOwner: boolean
}

/** The price of a service, and where it is changed. */
export const StartingPrice = ({ service, source, isOwner }: StartingPriceProps) => (
  <div className="field">
    <p className="legend">Starting price</p>
    <p>
      <FromPrice service={{ fromPriceCents: service.priceCents, priceUnit: service.priceUnit }} />
    </p>
    <p className="hint">
      This is the price of the session type{' '}
      {isOwner ? <Link to={studioPaths.sessionType(source.slug)}>{source.title}</Link> : source.title}. Change
      it there, and it changes here too.
    </p>
  </div>
)
