import { listEditablePages } from '~/domains/content/pages/operations.server'
import { PageTable } from '~/domains/content/ui/page-table'
import { PagesTabs } from '~/domains/content/ui/pages-tabs'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import type { Route } from './+types/pages'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { role } = requireStudio(context, request)
  return { isOwner: role === 'owner', pages: await listEditablePages(context.get(scope)) }
}

export const meta: Route.MetaFunction = () => studioMeta('Website')

export default function Pages({ loaderData: { isOwner, pages } }: Route.ComponentProps) {
  return (
    <>
      <StudioHead title="Website" />
      <PagesTabs current="pages" isOwner={isOwner} />
      <PageTable pages={pages} />
    </>
  )
}
