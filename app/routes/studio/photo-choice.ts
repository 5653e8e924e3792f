import { listChoosablePhotos } from '~/domains/photos/library.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import type { Route } from './+types/photo-choice'

const SEARCH_MAX = 100
const MOST = 60

/** Photos searched by title, for forms with a photo field. */
export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const search = (new URL(request.url).searchParams.get('search') ?? '').trim().slice(0, SEARCH_MAX)
  return { photos: await listChoosablePhotos(context.get(scope), { search, limit: MOST }) }
}
