import { Link } from 'react-router'
import { travelLabel } from '~/domains/booking/places/model'
import { listPlaces, raisePlace } from '~/domains/booking/places/operations.server'
import { requireStudio } from '~/platform/http/guard.server'
import { answerMove } from '~/platform/http/reorder.server'
import { scope } from '~/platform/http/scope.server'
import { MoveButtons } from '~/ui/studio/move-buttons'
import { ListNotes } from '~/ui/studio/saved-note'
import { SectionTabs } from '~/ui/studio/section-tabs'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import { StudioTable } from '~/ui/studio/studio-table'
import '~/domains/booking/ui/rules/rules.css'
import type { Route } from './+types/locations'

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  return { places: await listPlaces(context.get(scope)) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const at = { ...context.get(scope), author: requireStudio(context, request, { owner: true }) }
  return await answerMove(request, {
    carryOut: async ({ id, past, direction }) => ({
      ok: await raisePlace(at, direction === 'up' ? id : past),
    }),
    back: studioPaths.locations(),
  })
}

export const meta: Route.MetaFunction = () => studioMeta('Locations')

export default function Locations({ loaderData: { places }, actionData }: Route.ComponentProps) {
  return (
    <>
      <StudioHead title="Locations">
        <Link className="btn" to={studioPaths.location()}>
          New location
        </Link>
      </StudioHead>
      <SectionTabs />
      <ListNotes refusal={actionData?.sentence} />
      <StudioTable columns={['Location', 'Travel', 'Status', 'Order']} className="rl-tbl">
        {places.map(({ slug, title, address, travelMinutes, travelFeeCents, isDefault }, at) => (
          <tr key={slug}>
            <td>
              <Link className="st-row" to={studioPaths.location(slug)}>
                {title}
              </Link>
              <span className="st-cut s">{address}</span>
            </td>
            <td>{travelLabel({ travelMinutes, travelFeeCents })}</td>
            <td>{isDefault ? <span className="tag tag--fix">Default</span> : null}</td>
            <td className="rl-up">
              <MoveButtons
                id={slug}
                title={title}
                above={places[at - 1]?.slug}
                below={places[at + 1]?.slug}
              />
            </td>
          </tr>
        ))}
      </StudioTable>
    </>
  )
}
