import { data } from 'react-router'
import { readPage, readSettings } from '~/domains/content/operations.server'
import { scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import { Emphasis } from '~/ui/emphasis'
import { BlankFrame } from '~/ui/failure'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/not-found'

/** R19: the not-found page, with status 404. */
export async function loader({ context }: Route.LoaderArgs) {
  const request = context.get(scope)
  const [page, { studio }] = await Promise.all([readPage(request, '404'), readSettings(request)])
  return data({ page, siteName: studio.name, siteUrl: request.config.siteUrl }, 404)
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return []
  const { page, siteName, siteUrl } = loaderData
  return pageMeta({
    title: page.title,
    description: page.description,
    path: paths.notFound(),
    siteUrl,
    siteName,
    noindex: true,
  })
}

export default function NotFound({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <div className="wrap nf">
      <div>
        <h1 className="d2">
          <Emphasis text={page.body.title} />
        </h1>
        <p className="lede ink2 nf__lede">{page.body.lede}</p>
        <div className="hero__act">
          <ButtonLink to={paths.home()} go>
            Back to Home
          </ButtonLink>
          <ButtonLink to={paths.gallery()} variant="line">
            See the gallery
          </ButtonLink>
        </div>
      </div>
      <BlankFrame number={404} />
    </div>
  )
}
