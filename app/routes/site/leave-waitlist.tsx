import { data, Form, Link } from 'react-router'
import { findEntryToLeave, leaveWaitlist } from '~/domains/booking/waitlist/operations.server'
import { readSettings } from '~/domains/content/operations.server'
import { scope } from '~/platform/http/scope.server'
import { FormRefusal } from '~/ui/form-refusal'
import { PageHead } from '~/ui/page-head'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import { preserveInputForRetry } from '~/ui/preserve-input'
import type { Route } from './+types/leave-waitlist'

/** Changes nothing, since email programs and scanners open links automatically. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const found = await findEntryToLeave(at, params.token)
  if (!found) throw data(null, 404)
  const { studio } = await readSettings(at)
  return { ...found, studioName: studio.name, siteUrl: at.config.siteUrl }
}

export async function action({ params, context }: Route.ActionArgs) {
  if (!(await leaveWaitlist(context.get(scope), params.token))) throw data(null, 404)
  return null
}

export const clientAction = (sending: Route.ClientActionArgs) => preserveInputForRetry(sending)

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData &&
  pageMeta({
    title: `Waitlist · ${loaderData.studioName}`,
    description: 'Leave the waitlist.',
    path: paths.bookSession(),
    siteUrl: loaderData.siteUrl,
    noindex: true,
  })

export default function LeaveWaitlist({ loaderData, actionData }: Route.ComponentProps) {
  const { isWaiting, session, day } = loaderData
  if (!isWaiting)
    return <PageHead title="You’re *off the waitlist.*" lede={`We won’t email you about ${day} anymore.`} />
  return (
    <>
      <PageHead title="Leave *the waitlist?*" lede={`You’re waiting for ${session} on ${day}.`} />
      <div className="wrap">
        <FormRefusal outcome={actionData ?? undefined} />
        <Form method="post" action="#main" className="bk__act unsub">
          <button type="submit" className="btn">
            Leave waitlist
          </button>
          <Link className="btn btn--line" to={paths.home()}>
            Stay on waitlist
          </Link>
        </Form>
      </div>
    </>
  )
}
