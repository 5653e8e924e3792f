import { data, Form, Link, redirect } from 'react-router'
import { listPlaces, raisePlace } from '~/domains/booking/places/operations.server'
import { RulesNav } from '~/domains/booking/ui/rules/rules-nav'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { dollars } from '~/ui/money'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/ui/styles/rules.css'
import type { Route } from './+types/places'

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  return { places: await listPlaces(context.get(scope)) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const author = requireStudio(context, request, { owner: true })
  const form = await readForm(request)
  if (!form.ok) throw data(form.sentence, { status: form.status })
  const isThere = await raisePlace({ ...context.get(scope), author }, form.form.get('raise'))
  if (!isThere) throw data(null, { status: 404 })
  throw redirect(studioPaths.places(), 303)
}

export const meta: Route.MetaFunction = () => studioMeta('Places')

export default function Places({ loaderData: { places } }: Route.ComponentProps) {
  return (
    <>
      <StudioHead title="Places">
        <Link className="btn" to={studioPaths.place()}>
          New place
        </Link>
      </StudioHead>
      <RulesNav current="places" isOwner />
      <table className="tbl st-tbl rl-tbl">
        <thead>
          <tr>
            <th scope="col">Place</th>
            <th scope="col">Travel</th>
            <th scope="col">State</th>
            <th scope="col">Order</th>
          </tr>
        </thead>
        <tbody>
          {places.map(({ slug, title, address, travelMinutes, travelFeeCents, isDefault }, at) => (
            <tr key={slug}>
              <td>
                <Link className="st-row" to={studioPaths.place(slug)}>
                  {title}
                </Link>
                <span className="st-cut s">{address}</span>
              </td>
              <td>
                {travelMinutes === 0 ? 'None' : `${travelMinutes} min each way`}
                {travelFeeCents === 0 ? '' : `, ${dollars(travelFeeCents)}`}
              </td>
              <td>{isDefault ? <span className="tag tag--fix">Default</span> : null}</td>
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
