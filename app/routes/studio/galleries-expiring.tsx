import { ExpirationList } from '~/domains/galleries/editor/ui/expiration-list'
import { listExpiring } from '~/domains/galleries/expiration/operations.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/galleries/releases/ui/releases.css'
import type { Route } from './+types/galleries-expiring'

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  return await listExpiring(context.get(scope))
}

export const meta: Route.MetaFunction = () => studioMeta('Expiring galleries')

export default function GalleriesExpiring({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <StudioHead title="Expiring galleries" up={{ label: 'Galleries', to: studioPaths.galleries() }} />
      <ExpirationList {...loaderData} />
    </>
  )
}
