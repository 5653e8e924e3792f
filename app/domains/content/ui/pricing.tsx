import { ButtonLink } from '~/ui/button-link'
import { Mark } from '~/ui/mark'
import { dollars, dollarsAndCents } from '~/ui/money'
import type { Package, PageBody, Service } from '../model'
import { totalOf } from '../worked-example'

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

/** A sample invoice, line by line. */
export function WorkedExample({ example, book }: { example: PageBody<'pricing'>['example']; book: string }) {
  return (
    <aside className="ex" data-theme="darkroom" aria-labelledby="example">
      <p className="edge ex__k">Worked example</p>
      <h2 className="t2" id="example">
        {example.title}
      </h2>
      <dl>
        {example.lines.map(({ label, cents }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{dollarsAndCents(cents)}</dd>
          </div>
        ))}
        <div className="tot">
          <dt>{example.total.label}</dt>
          <dd>{dollarsAndCents(totalOf(example))}</dd>
        </div>
        <div>
          <dt>{example.deposit.label}</dt>
          <dd>{dollarsAndCents(example.deposit.cents)}</dd>
        </div>
      </dl>
      <ButtonLink go wide to={book}>
        {example.link}
      </ButtonLink>
    </aside>
  )
}
