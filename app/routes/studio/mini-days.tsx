import { Link } from 'react-router'
import { listMiniDays } from '~/domains/booking/mini-days/operations.server'
import { RulesNav } from '~/domains/booking/ui/rules/rules-nav'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { NextPage } from '~/ui/studio/next-page'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/ui/styles/rules.css'
import type { Route } from './+types/mini-days'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { role } = requireStudio(context, request)
  const before = new URL(request.url).searchParams.get('before')
  return { ...(await listMiniDays(context.get(scope), before)), isOwner: role === 'owner' }
}

export const meta: Route.MetaFunction = () => studioMeta('Mini-session days')

export default function MiniDays({ loaderData: { days, next, isOwner } }: Route.ComponentProps) {
  return (
    <>
      <StudioHead title="Mini sessions">
        <Link className="btn" to={studioPaths.miniDay()}>
          New day
        </Link>
      </StudioHead>
      <RulesNav current="mini-days" isOwner={isOwner} />
      {days.length === 0 ? (
        <div className="empty">
          <p>No mini-session days yet. One day, one place, many short sessions: add the first.</p>
        </div>
      ) : (
        <table className="tbl st-tbl">
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Taken</th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ id, title, when, taken, starts, isPublished, isOver }) => (
              <tr key={id}>
                <td>
                  <Link className="st-row" to={studioPaths.miniDay(id)}>
                    {title}
                  </Link>
                  <span className="st-cut s">{when}</span>
                </td>
                <td>
                  {taken} of {starts.length}
                </td>
                <td>
                  <span className={isPublished && !isOver ? 'tag tag--fix' : 'tag'}>
                    {isOver ? 'Over' : isPublished ? 'Published' : 'Hidden'}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <NextPage to={next && studioPaths.miniDays({ before: next })} />
    </>
  )
}
