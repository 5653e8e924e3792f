import { Link } from 'react-router'
import { ButtonLink } from '~/ui/button-link'
import { paths } from '~/ui/paths'
import type { SeriesEssay } from '../model'

export function NextSeries({ next }: { next: SeriesEssay['nextSeries'] }) {
  return (
    <div className="wrap sec">
      <div className="cta">
        {next ? (
          <p className="nextroll">
            <span className="edge pt">Next roll</span>
            <Link className="t1" to={paths.series(next.slug)} prefetch="intent">
              {next.title}
            </Link>
          </p>
        ) : (
          <p>
            <Link className="lnk" to={paths.portfolio()}>
              All rolls
            </Link>
          </p>
        )}
        <ButtonLink go to={paths.bookSession()}>
          Book a session
        </ButtonLink>
      </div>
    </div>
  )
}
