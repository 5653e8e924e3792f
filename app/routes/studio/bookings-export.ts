import { recordDownload } from '~/domains/accounts/sign-ins/log.server'
import { exportBookings } from '~/domains/booking/manage/list.server'
import { readBookingFilter } from '~/domains/booking/manage/model'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { csvResponse } from '~/platform/http/sent-file.server'
import type { Route } from './+types/bookings-export'

/** The filtered list of bookings as a CSV file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const person = requireStudio(context, request)
  const at = context.get(scope)
  const query = new URL(request.url).searchParams
  await recordDownload(at, person, 'Bookings')
  const pieces = exportBookings(
    at,
    readBookingFilter((name) => query.get(name)),
  )
  return csvResponse(pieces, 'bookings.csv')
}
