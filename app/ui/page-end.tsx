import { Link, type LinkProps } from 'react-router'
import { ButtonLink } from './button-link'
import { paths } from './paths'

/** The end of a page: a link that leads on, and the way to a booking. */
export const PageEnd = (link: Omit<LinkProps, 'className'>) => (
  <div className="wrap sec--end">
    <div className="cta">
      <p>
        <Link className="lnk" prefetch="intent" {...link} />
      </p>
      <ButtonLink go to={paths.bookSession()}>
        Book a session
      </ButtonLink>
    </div>
  </div>
)
