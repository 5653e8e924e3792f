import { Link } from 'react-router'
import { isPhotoFilter, type PhotoFilter } from '~/domains/photos/library/model'
import { listPhotos } from '~/domains/photos/library/operations.server'
import { PhotoLibrary } from '~/domains/photos/ui/photo-library'
import { listUnusedPhotos } from '~/domains/search/photo-uses/operations.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { NextPage } from '~/ui/studio/next-page'
import { StudioFilter } from '~/ui/studio/studio-filter'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import { useRefresh } from '~/ui/studio/use-refresh'
import '~/ui/styles/studio-photos.css'
import type { Route } from './+types/photos'

const SEARCH_MAX = 100

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const at = context.get(scope)
  const asked = new URL(request.url).searchParams
  const filter = asked.get('show')
  const show = isPhotoFilter(filter) ? filter : null
  const search = (asked.get('search') ?? '').trim().slice(0, SEARCH_MAX)
  const before = asked.get('before')
  const page =
    show === 'unused'
      ? await listUnusedPhotos(at, { search, before })
      : await listPhotos(at, { show, search, before })
  return { ...page, show, search }
}

export const meta: Route.MetaFunction = () => studioMeta('Photos')

const FILTERS: { label: string; show: PhotoFilter | null }[] = [
  { label: 'All', show: null },
  { label: 'Needs alt text', show: 'needs-alt' },
  { label: 'Failed', show: 'failed' },
  { label: 'Not used', show: 'unused' },
  { label: 'Had a position', show: 'had-gps' },
  { label: 'Shows nobody', show: 'shows-nobody' },
]

export default function Photos({ loaderData: { photos, next, show, search } }: Route.ComponentProps) {
  useRefresh(
    photos.some(({ state }) => state === 'processing'),
    3_000,
  )
  return (
    <>
      <StudioHead title="Photos" />
      <StudioFilter
        label="Which photographs"
        choices={FILTERS.map((choice) => ({
          label: choice.label,
          to: studioPaths.photos({ show: choice.show, search }),
          isCurrent: show === choice.show,
        }))}
        search={{
          action: studioPaths.photos(),
          value: search,
          keep: { show },
          label: 'Search titles, file names, alt texts and cameras',
          placeholder: 'Title, file or camera',
        }}
      />
      {photos.length === 0 ? (
        <div className="empty">
          <p>{emptySentence(show, search, next !== null)}</p>
        </div>
      ) : (
        <PhotoLibrary photos={photos} />
      )}
      <NextPage to={next && studioPaths.photos({ show, search, before: next })} />
      <p className="pquar">
        <Link to={studioPaths.quarantine()}>Quarantine</Link>
      </p>
    </>
  )
}

function emptySentence(show: PhotoFilter | null, search: string, isMore: boolean): string {
  if (isMore) return 'None among these. Go on with the older ones.'
  if (search !== '') return 'No photograph is found by these words. Each has to begin a word of it.'
  switch (show) {
    case 'needs-alt':
      return 'Every photograph is described.'
    case 'failed':
      return 'Nothing has failed.'
    case 'unused':
      return 'Every photograph is used somewhere.'
    case 'had-gps':
      return 'No original says where it was taken.'
    case 'shows-nobody':
      return 'No photograph is marked as showing nobody. The mark is on its page, and in the tools of a gallery.'
    case null:
      return 'No photographs are stored yet. Those that you import will be here.'
  }
}
