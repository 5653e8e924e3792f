import { Mark } from '~/ui/mark'
import { dollars } from '~/ui/money'
import type { Package, Service } from '../model'

/** The packages of a service side by side, with the recommended one framed. */
export function Packages({ packages }: { packages: Package[] }) {
  return (
    <div className="coll">
      {packages.map((each) => (
        <article key={each.slug} className={each.recommended ? 'sel' : undefined}>
          {each.recommended && <Mark kind="box" />}
          <div>
            <h3 className="t2">{each.title}</h3>
            <p className="small ink2">{each.summary}</p>
          </div>
          <p className="amt">{dollars(each.priceCents)}</p>
          <ul>
            {each.points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
          {each.recommended && each.recommendation && (
            <p className="small coll__why">{each.recommendation}</p>
          )}
        </article>
      ))}
    </div>
  )
}

/** The packages of the other services as rows under the service's name. */
export function PackageRows({ service }: { service: Pick<Service, 'slug' | 'title' | 'packages'> }) {
  return (
    <div className="sets__s">
      <h3 className="t2">{service.title}</h3>
      <dl>
        {service.packages.map((each) => (
          <div key={each.slug}>
            <dt className="t3">{each.title}</dt>
            <dd className="sets__d">
              <span>{each.summary}</span>
              <span className="ink2">{each.points.join(' · ')}</span>
            </dd>
            <dd className="sets__p">{dollars(each.priceCents)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
