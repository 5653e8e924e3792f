import type { LoaderFunctionArgs } from 'react-router'
import { readCalendarFeed } from '~/domains/booking/external-calendars/feeds.server'
import { privateFile } from '~/platform/http/download.server'
import { scope } from '~/platform/http/scope.server'

/**
 * The photographer's sessions as a calendar feed. The token stays in the address, since calendar apps send no
 * cookies.
 */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const token = /^([\w-]{32})\.ics$/.exec(params.file ?? '')?.[1]
  const text = token && (await readCalendarFeed(context.get(scope), token))
  if (!text) throw new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  return privateFile(request, text, 'text/calendar; charset=utf-8')
}
