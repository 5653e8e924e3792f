import { doneSentence } from '~/domains/content/rows/outcome'
import { listAllTestimonials, moveTestimonial } from '~/domains/content/testimonials.server'
import { TestimonialList } from '~/domains/content/ui/testimonial-list'
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
import type { Route } from './+types/testimonials'

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  return {
    testimonials: await listAllTestimonials(context.get(scope)),
    done: doneSentence(request.url),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const at = { ...context.get(scope), author: requireStudio(context, request) }
  return await answerMove(request, {
    carryOut: (move) => moveTestimonial(at, move),
    back: studioPaths.testimonials({ done: 'moved' }),
  })
}

export const meta: Route.MetaFunction = () => studioMeta('Testimonials')

export default function Testimonials({ loaderData, actionData }: Route.ComponentProps) {
  const { testimonials, done } = loaderData
  return (
    <>
      <StudioHead title="Testimonials">
        <ButtonLink to={studioPaths.testimonial('new')}>New testimonial</ButtonLink>
      </StudioHead>
      <SectionTabs />
      <ListNotes done={done} refusal={actionData?.sentence} />
      <TestimonialList testimonials={testimonials} />
    </>
  )
}
