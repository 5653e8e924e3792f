import { recordDownload } from '~/domains/accounts/sign-ins/log.server'
import { readSegment } from '~/domains/newsletter/segments/segment'
import { readState } from '~/domains/newsletter/subscribers/model'
import { exportSubscribers } from '~/domains/newsletter/subscribers/operations.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { csvResponse } from '~/platform/http/sent-file.server'
import type { Route } from './+types/subscribers-export'

/** The filtered list of subscribers as a CSV file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const person = requireStudio(context, request, { owner: true })
  const at = context.get(scope)
  const query = new URL(request.url).searchParams
  await recordDownload(at, person, 'Newsletter subscribers')
  const pieces = exportSubscribers(at, {
    state: readState(query.get('state')),
    segment: readSegment(query),
    search: (query.get('search') ?? '').trim(),
  })
  return csvResponse(pieces, 'subscribers.csv')
}
