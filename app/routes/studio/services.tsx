import { doneSentence } from '~/domains/content/rows/outcome'
import { listAllServices, moveService } from '~/domains/content/services.server'
import { ServiceList } from '~/domains/content/ui/service-list'
import { requireStudio } from '~/platform/http/guard.server'
import { answerMove } from '~/platform/http/reorder.server'
import { scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import { ListNotes } from '~/ui/studio/saved-note'
import { SectionTabs } from '~/ui/studio/section-tabs'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/content/ui/content-lists.css'
import type { Route } from './+types/services'

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  return {
    services: await listAllServices(context.get(scope)),
    done: doneSentence(request.url),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const at = { ...context.get(scope), author: requireStudio(context, request) }
  return await answerMove(request, {
    carryOut: (move) => moveService(at, move),
    back: studioPaths.services({ done: 'moved' }),
  })
}

export const meta: Route.MetaFunction = () => studioMeta('Services & prices')

export default function Services({ loaderData: { services, done }, actionData }: Route.ComponentProps) {
  return (
    <>
      <StudioHead title="Services & prices">
        <ButtonLink to={studioPaths.service('new')}>New service</ButtonLink>
      </StudioHead>
      <SectionTabs />
      <ListNotes done={done} refusal={actionData?.sentence} />
      <ServiceList services={services} />
    </>
  )
}
