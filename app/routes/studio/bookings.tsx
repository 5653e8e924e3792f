import { useOutlet, useParams } from 'react-router'
import { isCalendarView } from '~/domains/booking/calendar/model'
import { readCalendarView } from '~/domains/booking/calendar/operations.server'
import { Agenda } from '~/domains/booking/ui/calendar/agenda'
import { CalendarBar, CalendarTools } from '~/domains/booking/ui/calendar/calendar-bar'
import { DrawerFrame } from '~/domains/booking/ui/calendar/drawer-frame'
import { MonthSheet } from '~/domains/booking/ui/calendar/month-sheet'
import { WeekGrid } from '~/domains/booking/ui/calendar/week-grid'
import { countWaitlistBetween } from '~/domains/booking/waitlist/operations.server'
import { requireStudio } from '~/platform/http/guard.server'
import { isPhone } from '~/platform/http/requester.server'
import { scope } from '~/platform/http/scope.server'
import { studioMeta } from '~/ui/studio/studio-meta'
import '~/domains/booking/ui/calendar/calendar.css'
import '~/domains/booking/ui/calendar/week-grid.css'
import '~/domains/booking/ui/calendar/month-sheet.css'
import '~/domains/booking/ui/calendar/agenda.css'
import '~/domains/booking/ui/calendar/drawer.css'
import type { Route } from './+types/bookings'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { role } = requireStudio(context, request)
  const at = context.get(scope)
  const { searchParams } = new URL(request.url)
  const view = searchParams.get('view')
  const calendar = await readCalendarView(at, {
    view: isCalendarView(view) ? view : isPhone(request) ? 'day' : 'week',
    date: searchParams.get('date'),
    after: searchParams.get('after'),
    before: searchParams.get('before'),
    booking: params.booking,
  })
  return {
    calendar,
    waiting: await countWaitlistBetween(at, calendar.dates),
    isOwner: role === 'owner',
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  studioMeta(loaderData ? `${loaderData.calendar.title}, bookings` : 'Bookings')

export default function Bookings({ loaderData: { calendar, waiting, isOwner } }: Route.ComponentProps) {
  const drawer = useOutlet()
  const open = useParams()
  const query = { view: calendar.view, date: calendar.date }
  return (
    <div className={drawer ? 'cal has-drw' : 'cal'}>
      <CalendarBar calendar={calendar} />
      <CalendarTools counts={calendar.counts} waiting={waiting} query={query} isOwner={isOwner} />
      <div className="bw">
        {calendar.view === 'month' ? <MonthSheet month={calendar} /> : null}
        {calendar.view === 'list' ? <Agenda list={calendar} /> : null}
        {calendar.view === 'week' || calendar.view === 'day' ? (
          <WeekGrid
            key={`${calendar.view} ${calendar.date}`}
            grid={calendar}
            open={open.booking ?? open.block}
          />
        ) : null}
        {drawer ? (
          <DrawerFrame order={calendar.order} booking={open.booking} query={query}>
            {drawer}
          </DrawerFrame>
        ) : null}
      </div>
    </div>
  )
}
