import { SHOWN_RECORDS } from '~/domains/search/model'
import { findAnything } from '~/domains/search/operations.server'
import { foundEntries } from '~/domains/search/ui/found-entries'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import type { Route } from './+types/search-results'

/** What the palette found, as JSON. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { role } = requireStudio(context, request)
  const found = await findAnything(context.get(scope), {
    words: new URL(request.url).searchParams.get('words') ?? '',
    role: role === 'owner' ? 'owner' : 'assistant',
    limit: SHOWN_RECORDS,
  })
  return Response.json(foundEntries(found))
}
