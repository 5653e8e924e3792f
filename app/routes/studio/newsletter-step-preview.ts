import { sentFields } from '~/domains/content/rows/row-form'
import { sequenceFields } from '~/domains/newsletter/sequence/model'
import { previewStep } from '~/domains/newsletter/sequence/operations.server'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { EMAIL_PAGE_POLICY } from '~/platform/http/headers'
import { previewRefused } from '~/platform/http/preview.server'
import { scope } from '~/platform/http/scope.server'
import type { Route } from './+types/newsletter-step-preview'

/** A welcome email or a later one, as a subscriber without a name gets it. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  if (params.email === 'new') return previewRefused(['Enter a subject and a text.'], 200)
  return answer(await previewStep(context.get(scope), params.email))
}

/** The same with the form's values. */
export async function action({ request, params: { email: id }, context }: Route.ActionArgs) {
  requireStudio(context, request, { owner: true })
  const read = await readForm(request)
  if (!read.ok) return previewRefused([read.sentence])
  return answer(await previewStep(context.get(scope), id, sentFields(sequenceFields(id), read.form)))
}

function answer(previewed: Awaited<ReturnType<typeof previewStep>>): Response {
  if (previewed.ok)
    return new Response(previewed.html, {
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': EMAIL_PAGE_POLICY },
    })
  if (previewed.reason === 'missing') return new Response(null, { status: 404 })
  return previewRefused(Object.values(previewed.errors))
}
