import { data, Link, redirect } from 'react-router'
import { readSettings } from '~/domains/content/operations.server'
import { followLink } from '~/domains/newsletter/clicks/operations.server'
import { isLinkPreview } from '~/platform/http/link-preview'
import { scope } from '~/platform/http/scope.server'
import { PageHead } from '~/ui/page-head'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/newsletter-link'

/** Leads to the link of a newsletter that the token stands for, and to nothing else. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const followed = await followLink(at, params.token, { isOpened: isOpened(request) })
  if (followed.ok) throw redirect(followed.href, { status: 302, headers: PRIVATE })
  const { studio } = await readSettings(at)
  return data(
    {
      archived: followed.reason === 'expired' ? followed.archived : null,
      ...{ isExpired: followed.reason === 'expired', studioName: studio.name, siteUrl: at.config.siteUrl },
    },
    { status: followed.reason === 'expired' ? 410 : 404, headers: PRIVATE },
  )
}

/** Programs that ask whether a link works, load it in advance or show a card of it say so. Others look like people. */
const isOpened = (request: Request): boolean =>
  request.method === 'GET' &&
  !/prefetch|preview/i.test(request.headers.get('sec-purpose') ?? request.headers.get('purpose') ?? '') &&
  !isLinkPreview(request)

const PRIVATE = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' }

export const headers: Route.HeadersFunction = () => PRIVATE

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData &&
  pageMeta({
    title: `Link · ${loaderData.studioName}`,
    description: 'A link from our newsletter.',
    path: paths.home(),
    siteUrl: loaderData.siteUrl,
    noindex: true,
  })

export default function NewsletterLink({ loaderData: { archived, isExpired } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title={isExpired ? 'This link has *expired.*' : 'This link doesn’t *work.*'} />
      <div className="wrap unsub">
        <p className="ink2 measure">
          {isExpired
            ? 'Links in our newsletters work for a year.'
            : 'It isn’t complete, or not from one of our newsletters. Try opening it again from the email.'}{' '}
          {archived === null ? (
            <Link to={paths.home()}>Go to the home page</Link>
          ) : (
            <a href={paths.newsletterArchive(archived)}>Read the newsletter on our site</a>
          )}
          .
        </p>
      </div>
    </>
  )
}
