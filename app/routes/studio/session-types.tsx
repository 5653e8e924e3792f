import { data, Form, Link, redirect } from 'react-router'
import {
  listAllSessionTypes,
  raiseSessionType,
} from '~/domains/booking/session-types/editing/operations.server'
import { RulesNav } from '~/domains/booking/ui/rules/rules-nav'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { dollars } from '~/ui/money'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/ui/styles/rules.css'
import type { Route } from './+types/session-types'

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  return { types: await listAllSessionTypes(context.get(scope)) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const author = requireStudio(context, request, { owner: true })
  const form = await readForm(request)
  if (!form.ok) throw data(form.sentence, { status: form.status })
  const isThere = await raiseSessionType({ ...context.get(scope), author }, form.form.get('raise'))
  if (!isThere) throw data(null, { status: 404 })
  throw redirect(studioPaths.sessionTypes(), 303)
}

export const meta: Route.MetaFunction = () => studioMeta('Session types')

export default function SessionTypes({ loaderData: { types } }: Route.ComponentProps) {
  return (
    <>
      <StudioHead title="Session types">
        <Link className="btn" to={studioPaths.sessionType()}>
          New session type
        </Link>
      </StudioHead>
      <RulesNav current="session-types" isOwner />
      <table className="tbl st-tbl rl-tbl">
        <thead>
          <tr>
            <th scope="col">Session</th>
            <th scope="col">Length</th>
            <th scope="col">Price</th>
            <th scope="col">State</th>
            <th scope="col">Order</th>
          </tr>
        </thead>
        <tbody>
          {types.map(({ slug, title, minutes, priceCents, startsKind, isPublished }, at) => (
            <tr key={slug}>
              <td>
                <Link className="st-row" to={studioPaths.sessionType(slug)}>
                  {title}
                </Link>
              </td>
              <td>
                {minutes} min{startsKind === 'mini' ? ', on mini-session days' : ''}
              </td>
              <td>{dollars(priceCents)}</td>
              <td>
                <span className={isPublished ? 'tag tag--fix' : 'tag'}>
                  {isPublished ? 'Published' : 'Hidden'}
                </span>
              </td>
              <td className="rl-up">
                {at > 0 ? (
                  <Form method="post">
                    <button type="submit" name="raise" value={slug} className="btn btn--line">
                      Move up<span className="vh">: {title}</span>
                    </button>
                  </Form>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
