import { Link } from 'react-router'
import { dollars } from '~/ui/money'
import { Notch } from '~/ui/notch'
import { MoveButtons } from '~/ui/studio/move-buttons'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { ListedService } from '../services'

/** Every service in the site's order, with its packages' prices. */
export function ServiceList({ services }: { services: ListedService[] }) {
  if (services.length === 0)
    return (
      <div className="empty">
        <p>No services yet. Add what you offer and what it costs.</p>
      </div>
    )
  return (
    <ol className="cat">
      {services.map((service, at) => (
        <li key={service.slug}>
          <div className="cat__t">
            <div className="cat__h">
              <Link className="cat__a" to={studioPaths.service(service.slug)}>
                {service.title}
              </Link>
              <span className="cat__n">
                <Notch kind={service.notch} />
              </span>
              {service.isPublished ? (
                <span className="tag tag--fix">On the site</span>
              ) : (
                <span className="tag">Not published</span>
              )}
            </div>
            <p className="cat__s">
              from {dollars(service.fromPriceCents)}
              {service.priceUnit ? ` a ${service.priceUnit}` : ''}
            </p>
            <PackagePrices service={service} />
          </div>
          <MoveButtons
            id={service.slug}
            title={service.title}
            above={services[at - 1]?.slug}
            below={services[at + 1]?.slug}
          />
        </li>
      ))}
    </ol>
  )
}

function PackagePrices({ service: { packages } }: { service: ListedService }) {
  if (packages.length === 0) return null
  return (
    <dl className="cat__p">
      {packages.map(({ slug, title, priceCents, isRecommended }) => (
        <div key={slug}>
          <dt>
            {title}
            {isRecommended ? <span className="ink3"> (recommended)</span> : null}
          </dt>
          <dd>{dollars(priceCents)}</dd>
        </div>
      ))}
    </dl>
  )
}
