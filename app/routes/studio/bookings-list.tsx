import { listBookings } from '~/domains/booking/manage/list.server'
import { readBookingFilter, writeBookingFilter } from '~/domains/booking/manage/model'
import { BookingViews } from '~/domains/booking/ui/calendar/calendar-bar'
import { BookingFilters, BookingTable, NewBookingLink } from '~/domains/booking/ui/manage/booking-list'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/booking/ui/manage/manage.css'
import type { Route } from './+types/bookings-list'

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const { searchParams } = new URL(request.url)
  const filter = readBookingFilter((name) => searchParams.get(name))
  return { ...(await listBookings(context.get(scope), filter, searchParams.get('after'))), filter }
}

export const meta: Route.MetaFunction = () => studioMeta('Bookings')

export default function BookingsList({ loaderData }: Route.ComponentProps) {
  const { lines, next, choices, filter } = loaderData
  const query = writeBookingFilter(filter)
  const isNarrowed = Object.values({ ...query, order: null }).some(Boolean)
  return (
    <>
      <StudioHead title="Bookings">
        <BookingViews />
        <div className="bkd-rooms">
          <ButtonLink to={studioPaths.payments()} variant="line">
            Payments
          </ButtonLink>
          <ButtonLink to={studioPaths.proposals()} variant="line">
            Proposals
          </ButtonLink>
          <ButtonLink to={studioPaths.contracts()} variant="line">
            Contracts
          </ButtonLink>
          <ButtonLink to={studioPaths.waitlist()} variant="line">
            Waitlist
          </ButtonLink>
        </div>
        <NewBookingLink />
      </StudioHead>
      <BookingFilters filter={filter} choices={choices} />
      <BookingTable lines={lines} isNarrowed={isNarrowed} order={filter.order} />
      <div className="st-next st-act">
        {next === null ? null : (
          <ButtonLink to={studioPaths.bookingList({ ...query, after: next })} variant="line">
            {filter.order === 'upcoming' ? 'Later' : 'Older'}
          </ButtonLink>
        )}
        {lines.length === 0 ? null : (
          <a className="btn btn--line" href={studioPaths.bookingExport(query)} download>
            Download as CSV
          </a>
        )}
      </div>
    </>
  )
}
