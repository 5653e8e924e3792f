import { WebsiteUploadPanel } from '~/domains/galleries/uploads/ui/website-upload'
import { readWebsiteUploads } from '~/domains/galleries/uploads/website.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Route } from './+types/photo-upload'

/** Maximum uploads of one request. */
const MOST = 100

/** With ids of uploads, what became of them. */
export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const asked = new URL(request.url).searchParams.get('uploads') ?? ''
  const ids = asked.split(',').filter((id) => id !== '')
  return { uploads: await readWebsiteUploads(context.get(scope), ids.slice(0, MOST)) }
}

export const meta: Route.MetaFunction = () => studioMeta('Upload photos')

export default function PhotoUpload() {
  return (
    <>
      <StudioHead title="Upload photos" up={{ label: 'Photos', to: studioPaths.photos() }} />
      <WebsiteUploadPanel />
    </>
  )
}
