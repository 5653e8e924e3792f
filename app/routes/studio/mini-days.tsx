import { Link } from 'react-router'
import { listMiniDays } from '~/domains/booking/mini-days/operations.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { NextPage } from '~/ui/studio/next-page'
import { SectionTabs } from '~/ui/studio/section-tabs'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import { StudioTable } from '~/ui/studio/studio-table'
import '~/domains/booking/ui/rules/rules.css'
import type { Route } from './+types/mini-days'

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  return await listMiniDays(context.get(scope), new URL(request.url).searchParams.get('before'))
}

export const meta: Route.MetaFunction = () => studioMeta('Mini sessions')

export default function MiniDays({ loaderData: { days, next } }: Route.ComponentProps) {
  return (
    <>
      <StudioHead title="Mini sessions">
        <Link className="btn" to={studioPaths.miniDay()}>
          New day
        </Link>
      </StudioHead>
      <SectionTabs />
      {days.length === 0 ? (
        <div className="empty">
          <p>No mini-session days yet. Add one to offer back-to-back short sessions in one place.</p>
        </div>
      ) : (
        <StudioTable columns={['Day', 'Booked', 'Status']}>
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
                  {isOver ? 'Past' : isPublished ? 'Published' : 'Hidden'}
                </span>
              </td>
            </tr>
          ))}
        </StudioTable>
      )}
      <NextPage to={next && studioPaths.miniDays({ before: next })} />
    </>
  )
}
