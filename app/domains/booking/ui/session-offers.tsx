import { ButtonLink } from '~/ui/button-link'
import { Facts } from '~/ui/facts'
import { paths } from '~/ui/paths'
import type { SessionType } from '../session-types/model'
import { SessionPrice, sessionFacts } from './session-facts'

/** The session types of a service with prices and links to book. */
export function SessionOffers({ types }: { types: SessionType[] }) {
  return (
    <aside className="ex offers" data-theme="darkroom" aria-labelledby="offers">
      <h2 className="t2" id="offers">
        Pick yours
      </h2>
      <ul>
        {types.map((type) => (
          <li key={type.slug}>
            <h3 className="t3">{type.title}</h3>
            <p className="amt">
              <SessionPrice type={type} />
            </p>
            <p className="offers__d small ink2">{type.summary}.</p>
            <p className="offers__d edge">
              <Facts facts={sessionFacts(type)} />
            </p>
            <p className="offers__d">
              <ButtonLink
                variant="line"
                go
                to={paths.bookSession({ service: type.slug })}
                aria-label={`Book: ${type.title}`}
              >
                Book
              </ButtonLink>
            </p>
          </li>
        ))}
      </ul>
    </aside>
  )
}
