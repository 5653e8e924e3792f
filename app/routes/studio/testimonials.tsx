import { data, redirect } from 'react-router'
import { readMove } from '~/domains/content/rows/order'
import { doneSentence, MOVED_MEANWHILE } from '~/domains/content/rows/sentences'
import { listAllTestimonials, moveTestimonial } from '~/domains/content/testimonials/operations.server'
import { ListNotes } from '~/domains/content/ui/list-notes'
import { PagesTabs } from '~/domains/content/ui/pages-tabs'
import { TestimonialList } from '~/domains/content/ui/testimonial-list'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/ui/styles/catalogue.css'
import type { Route } from './+types/testimonials'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { role } = requireStudio(context, request)
  return {
    isOwner: role === 'owner',
    testimonials: await listAllTestimonials(context.get(scope)),
    done: doneSentence(request.url),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const form = await readForm(request)
  if (!form.ok) return data({ sentence: form.sentence }, form.status)
  const move = readMove(form.form.get('id'), form.form.get('move'))
  if (!move) return data({ sentence: 'The form did not say what to move.' }, 422)
  const done = await moveTestimonial({ ...context.get(scope), author }, move)
  if (done.ok) throw redirect(studioPaths.testimonials({ done: 'moved' }), 303)
  return data({ sentence: MOVED_MEANWHILE }, 409)
}

export const meta: Route.MetaFunction = () => studioMeta('Testimonials')

export default function Testimonials({ loaderData, actionData }: Route.ComponentProps) {
  const { isOwner, testimonials, done } = loaderData
  return (
    <>
      <StudioHead title="Testimonials">
        <ButtonLink to={studioPaths.testimonial('new')}>New testimonial</ButtonLink>
      </StudioHead>
      <PagesTabs current="testimonials" isOwner={isOwner} />
      <ListNotes done={done} refusal={actionData?.sentence} />
      <TestimonialList testimonials={testimonials} />
    </>
  )
}
