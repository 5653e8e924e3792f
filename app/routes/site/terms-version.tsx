import { data, Link } from 'react-router'
import { introducePage } from '~/domains/content/operations.server'
import { findTermsVersion } from '~/domains/content/terms.server'
import { TermsArticle } from '~/domains/content/ui/terms-article'
import { scope } from '~/platform/http/scope.server'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/terms-version'

/** The permanent address of a version of the terms, so that clients can read what they agreed to. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const at = context.get(scope)
  const terms = await findTermsVersion(at, params.version)
  if (!terms) throw data(null, { status: 404 })
  const title = `${terms.title}, version ${terms.number}`
  const path = paths.termsVersion(terms.number)
  return { terms, about: await introducePage(at, { title, description: terms.description, path }) }
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? pageMeta({ ...loaderData.about.meta, noindex: true }) : []

export default function TermsVersion({ loaderData: { terms } }: Route.ComponentProps) {
  const { number, held, isCurrent } = terms
  const standing = (
    <div className="note">
      <p>
        <strong>
          Version {number}, {held}.
        </strong>{' '}
        {isCurrent ? 'This is the current version. ' : 'It stays here for people who agreed to it. '}
        <Link className="txt" to={paths.terms()}>
          {isCurrent ? 'Read it on its page' : 'Read the current terms'}
        </Link>
        .
      </p>
    </div>
  )
  return (
    <TermsArticle terms={terms} standing={standing}>
      <p>
        <Link className="txt" to={paths.doNotSell()}>
          The form for this request
        </Link>{' '}
        is in the current terms.
      </p>
    </TermsArticle>
  )
}
