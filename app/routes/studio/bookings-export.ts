import { recordDownload } from '~/domains/accounts/sign-ins/log.server'
import { exportBookings } from '~/domains/booking/manage/list.server'
import { readBookingFilter } from '~/domains/booking/manage/model'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
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
  const encoder = new TextEncoder()
  const bytes = new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: async () => void (await pieces.return(undefined)),
  })
  return new Response(bytes, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="bookings.csv"',
      'Cache-Control': 'private, no-store',
    },
  })
}
