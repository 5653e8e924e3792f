import { Link } from 'react-router'
import { money } from '~/platform/money'
import { ButtonLink } from '~/ui/button-link'
import { Notch } from '~/ui/strip'
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
              <Link className="cat__a tap" to={studioPaths.service(service.slug)}>
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
              from {money(service.fromPriceCents)}
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
          <dd>{money(priceCents)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The packages of a service, in order of the price list. */
export function PackageList({ service }: { service: Pick<ListedService, 'slug' | 'packages'> }) {
  const { slug, packages } = service
  return (
    <section className="cat-part" aria-labelledby="packages">
      <div className="cat-part__h">
        <h2 className="st-h2" id="packages">
          Packages
        </h2>
        <ButtonLink to={studioPaths.package(slug, 'new')} variant="line">
          Add package
        </ButtonLink>
      </div>
      {packages.length === 0 ? (
        <p className="ink2">No packages. Your price list shows the session types of this service.</p>
      ) : null}
      <ol className="cat cat--in">
        {packages.map((each, at) => (
          <li key={each.slug}>
            <div className="cat__t">
              <div className="cat__h">
                <Link className="cat__a tap" to={studioPaths.package(slug, each.slug)}>
                  {each.title}
                </Link>
                {each.isRecommended ? <span className="tag tag--fix">Recommended</span> : null}
              </div>
              <p className="cat__s">{money(each.priceCents)}</p>
            </div>
            <MoveButtons
              id={each.slug}
              title={each.title}
              above={packages[at - 1]?.slug}
              below={packages[at + 1]?.slug}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}
