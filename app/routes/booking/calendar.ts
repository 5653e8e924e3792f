import { openBooking, readCalendarFile } from '~/domains/booking/client/operations.server'
import { requireOpened } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import type { Route } from './+types/calendar'

/** The session as a calendar file; 404 when it is canceled or declined. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const { booking } = requireOpened(await openBooking(at, request), context, request)
  const file = await readCalendarFile(at, booking)
  if (file === undefined) throw new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  return new Response(file, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8; method=PUBLISH',
      'Content-Disposition': `attachment; filename="${booking.reference}.ics"`,
      'Cache-Control': 'private, no-store',
    },
  })
}
