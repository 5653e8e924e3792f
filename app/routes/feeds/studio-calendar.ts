import type { LoaderFunctionArgs } from 'react-router'
import { readCalendarFeed } from '~/domains/booking/external-calendars/feeds.server'
import { privateFile } from '~/platform/http/private-file.server'
import { scope } from '~/platform/http/scope.server'

/** The photographer's sessions for a phone. The address is the key, so it stays in the address: phones send no cookie. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const token = /^([\w-]{32})\.ics$/.exec(params.file ?? '')?.[1]
  const text = token && (await readCalendarFeed(context.get(scope), token))
  if (!text) throw new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  return privateFile(request, text, 'text/calendar; charset=utf-8')
}
