import { Link } from 'react-router'
import { ButtonLink } from '~/ui/button-link'
import { dollars } from '~/ui/money'
import { MoveButtons } from '~/ui/studio/move-buttons'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { ListedService } from '../services'

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
        <p className="ink2">No packages. Your price list doesn’t show this service.</p>
      ) : null}
      <ol className="cat cat--in">
        {packages.map((each, at) => (
          <li key={each.slug}>
            <div className="cat__t">
              <div className="cat__h">
                <Link className="cat__a" to={studioPaths.package(slug, each.slug)}>
                  {each.title}
                </Link>
                {each.isRecommended ? <span className="tag tag--fix">Recommended</span> : null}
              </div>
              <p className="cat__s">{dollars(each.priceCents)}</p>
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
