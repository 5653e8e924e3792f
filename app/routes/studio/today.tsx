import { Link } from 'react-router'
import { DayLine, WeekLine } from '~/domains/booking/ui/calendar/day-line'
import { readToday } from '~/domains/today/operations.server'
import { readSetup } from '~/domains/today/setup.server'
import { SetupList } from '~/domains/today/ui/setup-list'
import { isForOwners, placePath, ShownList, TodoList } from '~/domains/today/ui/todo-list'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { Figures } from '~/ui/studio/fact-list'
import { NoMailServer } from '~/ui/studio/no-mail-server'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import { ZoneNote } from '~/ui/studio/studio-zone'
import '~/domains/booking/ui/calendar/day-line.css'
import '~/domains/today/ui/today.css'
import type { Route } from './+types/today'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { role } = requireStudio(context, request)
  const isOwner = role === 'owner'
  const at = context.get(scope)
  const [today, setup] = await Promise.all([readToday(at), isOwner ? readSetup(at) : []])
  return { today, setup, isOwner }
}

export const meta: Route.MetaFunction = () => studioMeta('Today')

export default function TodayPage({ loaderData: { today, setup, isOwner } }: Route.ComponentProps) {
  const { date, tiles, money, entries, week, shown } = today
  const setupList = setup.length > 0 ? <SetupList steps={setup} on="today" /> : null
  const isSomethingWaiting = entries.length > 0
  return (
    <>
      <StudioHead title={date} />
      {isSomethingWaiting ? null : setupList}
      <NoMailServer />
      <Figures
        figures={tiles
          .filter(({ place }) => isOwner || !isForOwners(place))
          .map(({ label, count, place }) => ({ label, count, to: placePath(place) }))}
      />
      {money.length > 0 ? (
        <section aria-label="Money">
          <Figures
            figures={money.map(({ label, amount, place }) => ({
              label,
              count: amount,
              to: placePath(place),
            }))}
          />
        </section>
      ) : null}
      <div className="tdy-cols">
        {week[0] ? (
          <section aria-labelledby="on-today">
            <div className="tdy-h">
              <h2 className="st-h2" id="on-today">
                Today’s schedule <ZoneNote />
              </h2>
              <Link className="txt" to={studioPaths.bookings({ view: 'week' })}>
                Week
              </Link>
            </div>
            <DayLine day={week[0]} />
          </section>
        ) : null}
        <section className="tdy-needs" aria-labelledby="needs-you">
          <h2 className="st-h2" id="needs-you">
            To do
          </h2>
          <TodoList entries={entries} isOwner={isOwner} />
        </section>
        <section aria-labelledby="on-now">
          <h2 className="st-h2" id="on-now">
            Live on your site
          </h2>
          <ShownList shown={shown} isOwner={isOwner} />
        </section>
        <section aria-labelledby="next-days">
          <h2 className="st-h2" id="next-days">
            Next 7 days <ZoneNote />
          </h2>
          <WeekLine days={week} />
        </section>
      </div>
      {isSomethingWaiting ? setupList : null}
    </>
  )
}
