import { Link } from 'react-router'
import { WebsiteUploadPanel } from '~/domains/galleries/uploads/ui/website-upload'
import { readWebsiteUploads } from '~/domains/galleries/uploads/website.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Route } from './+types/photo-upload'

/** Maximum uploads of one request. */
const MOST = 100

/** With ids of uploads, what became of them. */
export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const { searchParams } = new URL(request.url)
  const asked = searchParams.get('uploads') ?? ''
  const ids = asked.split(',').filter((id) => id !== '')
  return {
    uploads: await readWebsiteUploads(context.get(scope), ids.slice(0, MOST)),
    isForSetup: searchParams.get('for') === 'setup',
  }
}

export const meta: Route.MetaFunction = () => studioMeta('Upload photos')

export default function PhotoUpload({ loaderData: { isForSetup } }: Route.ComponentProps) {
  const setup = studioPaths.setupStep('photos')
  return (
    <>
      <StudioHead
        title="Upload photos"
        up={isForSetup ? { label: 'Set up', to: setup } : { label: 'Photos', to: studioPaths.photos() }}
      />
      <WebsiteUploadPanel />
      {isForSetup ? (
        <div className="st-sheet">
          <p>
            <ButtonLink to={setup} variant="line">
              Choose where they go
            </ButtonLink>
          </p>
        </div>
      ) : (
        <div className="st-sheet">
          <p className="ink2">
            Your pages, posts, and products can use these photos. Your Gallery page shows them once you show
            them in <Link to={studioPaths.galleries()}>a public gallery</Link>.
          </p>
        </div>
      )}
    </>
  )
}
