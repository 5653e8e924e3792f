import { data, Link, redirect } from 'react-router'
import { HOLD_COOKIE } from '~/domains/booking/reservations/model'
import { findOfferedStart } from '~/domains/booking/waitlist/operations.server'
import { readSettings } from '~/domains/content/operations.server'
import { setCookie } from '~/platform/http/capability-cookie'
import { scope } from '~/platform/http/scope.server'
import { PageHead } from '~/ui/page-head'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/offered-time'

/** Holds the offered time for this browser, and redirects to the booking steps. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const found = await findOfferedStart(at, params.token)
  if (found) {
    const query = new URLSearchParams(found)
    throw redirect(`${paths.bookSession()}?${query}`, {
      status: 303,
      headers: {
        'Set-Cookie': setCookie(at.config.siteUrl, HOLD_COOKIE, params.token),
        'Cache-Control': 'no-store',
      },
    })
  }
  const { studio } = await readSettings(at)
  return data({ studioName: studio.name, siteUrl: at.config.siteUrl }, 410)
}

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData &&
  pageMeta({
    title: `This offer has expired · ${loaderData.studioName}`,
    description: 'The time is no longer on hold.',
    path: paths.bookSession(),
    siteUrl: loaderData.siteUrl,
    noindex: true,
  })

export default function OfferedTime() {
  return (
    <>
      <PageHead
        title="This offer *has expired.*"
        lede="The time was booked or is no longer on hold for you. Other days may still be open."
      />
      <div className="wrap">
        <p className="bk__act unsub">
          <Link className="btn" to={paths.bookSession()}>
            See open times
          </Link>
        </p>
      </div>
    </>
  )
}
