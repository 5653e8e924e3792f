import { Link } from 'react-router'
import { listAllSessionTypes, raiseSessionType } from '~/domains/booking/session-types/operations.server'
import { SessionPrice } from '~/domains/booking/ui/session-facts'
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
import type { Route } from './+types/session-types'

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  return { types: await listAllSessionTypes(context.get(scope)) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const at = { ...context.get(scope), author: requireStudio(context, request, { owner: true }) }
  return await answerMove(request, {
    carryOut: async ({ id, past, direction }) => ({
      ok: await raiseSessionType(at, direction === 'up' ? id : past),
    }),
    back: studioPaths.sessionTypes(),
  })
}

export const meta: Route.MetaFunction = () => studioMeta('Session types')

export default function SessionTypes({ loaderData: { types }, actionData }: Route.ComponentProps) {
  return (
    <>
      <StudioHead title="Session types">
        <Link className="btn" to={studioPaths.sessionType()}>
          New session type
        </Link>
      </StudioHead>
      <SectionTabs />
      <ListNotes refusal={actionData?.sentence} />
      {types.length === 0 ? (
        <div className="empty">
          <p>No session types yet. Add one, and clients can book it on your site.</p>
        </div>
      ) : (
        <StudioTable columns={['Session', 'Length', 'Price', 'Status', 'Order']} className="rl-tbl">
          {types.map(({ slug, title, minutes, priceCents, priceUnit, startsKind, isPublished }, at) => (
            <tr key={slug}>
              <td>
                <Link className="st-row" to={studioPaths.sessionType(slug)}>
                  {title}
                </Link>
              </td>
              <td>
                {minutes} min{startsKind === 'mini' ? ', on mini-session days' : ''}
              </td>
              <td>
                <SessionPrice type={{ priceCents, priceUnit }} />
              </td>
              <td>
                <span className={isPublished ? 'tag tag--fix' : 'tag'}>
                  {isPublished ? 'Published' : 'Hidden'}
                </span>
              </td>
              <td className="rl-up">
                <MoveButtons
                  id={slug}
                  title={title}
                  above={types[at - 1]?.slug}
                  below={types[at + 1]?.slug}
                />
              </td>
            </tr>
          ))}
        </StudioTable>
      )}
    </>
  )
}
