import { listGalleries } from '~/domains/galleries/editor/operations.server'
import { GalleryList } from '~/domains/galleries/editor/ui/gallery-list'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import { NextPage } from '~/ui/studio/next-page'
import { SectionTabs } from '~/ui/studio/section-tabs'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/galleries/editor/ui/editor.css'
import type { Route } from './+types/portfolio'

/** Portfolio stories, which are a kind of gallery. */
export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const before = new URL(request.url).searchParams.get('before')
  return await listGalleries(context.get(scope), { kind: 'portfolio', state: null, search: '', before })
}

export const meta: Route.MetaFunction = () => studioMeta('Portfolio')

export default function Portfolio({ loaderData: { galleries, next } }: Route.ComponentProps) {
  return (
    <>
      <StudioHead title="Portfolio">
        <ButtonLink to={studioPaths.newGallery({ kind: 'portfolio' })}>New story</ButtonLink>
      </StudioHead>
      <SectionTabs />
      {galleries.length === 0 ? (
        <div className="empty">
          <p>No portfolio stories yet. Create one to show a whole shoot with words between the photos.</p>
        </div>
      ) : (
        <GalleryList galleries={galleries} />
      )}
      <NextPage to={next && studioPaths.portfolio({ before: next })} />
    </>
  )
}
