import { newVisitor } from '~/domains/booking/reservations/holds.server'
import { HOLD_COOKIE } from '~/domains/booking/reservations/model'
import { readTimes } from '~/domains/booking/slots/operations.server'
import { readCookie, setCookie } from '~/platform/http/capability-cookie'
import { scope } from '~/platform/http/scope.server'
import type { Route } from './+types/book-session-times'

/** The times of a session, for script that loads them before the visitor asks, as JSON. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const query = new URL(request.url).searchParams
  const param = (name: string) => query.get(name) ?? ''
  const visitor = readCookie(request, at.config.siteUrl, HOLD_COOKIE)
  const headers = new Headers({ 'Cache-Control': 'private, no-store' })
  const times = await readTimes(at, {
    service: param('service'),
    location: param('location'),
    month: param('month'),
    date: '',
    visitor,
  })
  if (!times) return new Response(null, { status: 404, headers })
  if (visitor === '') headers.append('Set-Cookie', setCookie(at.config.siteUrl, HOLD_COOKIE, newVisitor()))
  return Response.json(times, { headers })
}
