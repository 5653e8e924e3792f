import { listEditablePages } from '~/domains/content/pages.server'
import { PageTable } from '~/domains/content/ui/page-table'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { SectionTabs } from '~/ui/studio/section-tabs'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import type { Route } from './+types/pages'

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  return { pages: await listEditablePages(context.get(scope)) }
}

export const meta: Route.MetaFunction = () => studioMeta('Pages')

export default function Pages({ loaderData: { pages } }: Route.ComponentProps) {
  return (
    <>
      <StudioHead title="Pages" />
      <SectionTabs />
      <PageTable pages={pages} />
    </>
  )
}
