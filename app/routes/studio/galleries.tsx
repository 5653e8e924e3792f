import { isGalleryKind } from '~/domains/galleries/editor/model'
import { listGalleries } from '~/domains/galleries/editor/operations.server'
import { GalleryList } from '~/domains/galleries/editor/ui/gallery-list'
import { GALLERY_STATES, isGalleryState, STATE_LABELS } from '~/domains/galleries/model'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import { NextPage } from '~/ui/studio/next-page'
import { SavedNote } from '~/ui/studio/saved-note'
import { StudioFilter } from '~/ui/studio/studio-filter'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/galleries/editor/ui/editor.css'
import type { Route } from './+types/galleries'

const SEARCH_MAX = 100

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const { searchParams } = new URL(request.url)
  const [kind, state] = [searchParams.get('kind'), searchParams.get('state')]
  const query = {
    kind: isGalleryKind(kind) ? kind : null,
    state: isGalleryState(state) ? state : null,
    search: (searchParams.get('search') ?? '').trim().slice(0, SEARCH_MAX),
    before: searchParams.get('before'),
  }
  return {
    ...(await listGalleries(context.get(scope), query)),
    query,
    isRemoved: searchParams.get('done') === 'removed',
  }
}

export const meta: Route.MetaFunction = () => studioMeta('Galleries')

const KINDS = [
  { label: 'All', kind: null },
  { label: 'Clients', kind: 'client' },
  { label: 'Public', kind: 'public' },
  { label: 'Portfolio', kind: 'portfolio' },
] as const

export default function Galleries({
  loaderData: { galleries, next, query, isRemoved },
}: Route.ComponentProps) {
  const { kind, state, search } = query
  const isNarrowed = kind !== null || state !== null || search !== ''
  return (
    <>
      <StudioHead title="Galleries">
        <ButtonLink to={studioPaths.galleryPresets()} variant="line">
          Presets
        </ButtonLink>
        <ButtonLink to={studioPaths.newGallery({ kind })}>New gallery</ButtonLink>
      </StudioHead>
      <StudioFilter
        label="Type"
        choices={KINDS.map((choice) => ({
          label: choice.label,
          to: studioPaths.galleries({ kind: choice.kind, state, search }),
          isCurrent: kind === choice.kind,
        }))}
        states={[
          { label: 'Any status', to: studioPaths.galleries({ kind, search }), isCurrent: state === null },
          ...GALLERY_STATES.map((each) => ({
            label: STATE_LABELS[each],
            to: studioPaths.galleries({ kind, state: each, search }),
            isCurrent: state === each,
          })),
        ]}
        search={{
          action: studioPaths.galleries(),
          value: search,
          keep: { kind, state },
          label: 'Search gallery titles and dates',
          placeholder: 'Title or location',
        }}
      />
      {isRemoved ? <SavedNote>Gallery deleted. Its photos are still in your library.</SavedNote> : null}
      {galleries.length === 0 ? (
        <div className="empty">
          <p>
            {isNarrowed
              ? 'No galleries match. Clear the filters or try a different search.'
              : 'No galleries yet. Create one for a client, your Gallery page, or your Portfolio.'}
          </p>
        </div>
      ) : (
        <GalleryList galleries={galleries} />
      )}
      <NextPage to={next && studioPaths.galleries({ kind, state, search, before: next })} />
    </>
  )
}
