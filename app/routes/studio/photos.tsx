import { Link } from 'react-router'
import { listPhotos } from '~/domains/photos/library.server'
import { isPhotoFilter, type PhotoFilter } from '~/domains/photos/model'
import { readRebuild } from '~/domains/photos/rebuild.server'
import { PhotoLibrary } from '~/domains/photos/ui/photo-library'
import { listUnusedPhotos } from '~/domains/search/photo-uses.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import { NextPage } from '~/ui/studio/next-page'
import { StudioFilter } from '~/ui/studio/studio-filter'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import { useRefresh } from '~/ui/studio/use-refresh'
import '~/domains/photos/ui/photos.css'
import type { Route } from './+types/photos'

const SEARCH_MAX = 100

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const at = context.get(scope)
  const query = new URL(request.url).searchParams
  const filter = query.get('show')
  const show = isPhotoFilter(filter) ? filter : null
  const search = (query.get('search') ?? '').trim().slice(0, SEARCH_MAX)
  const before = query.get('before')
  const page =
    show === 'unused'
      ? await listUnusedPhotos(at, { search, before })
      : await listPhotos(at, { show, search, before })
  return { ...page, show, search, rebuild: await readRebuild(at) }
}

export const meta: Route.MetaFunction = () => studioMeta('Photos')

const FILTERS: { label: string; show: PhotoFilter | null }[] = [
  { label: 'All', show: null },
  { label: 'Needs alt text', show: 'needs-alt' },
  { label: 'Failed', show: 'failed' },
  { label: 'Not used', show: 'unused' },
  { label: 'Original has GPS', show: 'had-gps' },
  { label: 'No recognizable people', show: 'no-recognizable-people' },
]

export default function Photos({ loaderData }: Route.ComponentProps) {
  const { photos, next, show, search, rebuild } = loaderData
  const isRebuilding = rebuild.left > 0 && !rebuild.isPaused
  useRefresh(isRebuilding || photos.some(({ state }) => state === 'processing'), 3_000)
  return (
    <>
      <StudioHead title="Photos">
        <ButtonLink to={studioPaths.photoUpload()}>Upload photos</ButtonLink>
      </StudioHead>
      <StudioFilter
        label="Photos"
        choices={FILTERS.map((choice) => ({
          label: choice.label,
          to: studioPaths.photos({ show: choice.show, search }),
          isCurrent: show === choice.show,
        }))}
        search={{
          action: studioPaths.photos(),
          value: search,
          keep: { show },
          label: 'Search titles, file names, alt text, and cameras',
          placeholder: 'Title, file, or camera',
        }}
      />
      {rebuild.left > 0 ? (
        <p className="pquar ink2" role="status">
          {isRebuilding
            ? `Making new versions of your photos. Left to make: ${rebuild.left}`
            : `Making new versions of your photos is paused. Left to make: ${rebuild.left}`}
        </p>
      ) : null}
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
  if (isMore) return 'No matches in these. Continue to older photos.'
  if (search !== '')
    return 'No photos found. Search matches the beginning of words, so try “wed” for “wedding.”'
  switch (show) {
    case 'needs-alt':
      return 'Every photo has alt text.'
    case 'failed':
      return 'No failed photos.'
    case 'unused':
      return 'Every photo is in use.'
    case 'had-gps':
      return 'No originals have GPS data.'
    case 'no-recognizable-people':
      return 'No photos are marked “No recognizable people.” You can mark them on a photo’s page or in a gallery’s tools.'
    case null:
      return 'No photos yet. Upload some for your website here, or upload a client’s photos to a gallery.'
  }
}
