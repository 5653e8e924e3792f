import { previewCampaign } from '~/domains/newsletter/campaigns/sending.server'
import { LONG_FORM_BYTES, readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { EMAIL_PAGE_POLICY } from '~/platform/http/headers'
import { previewRefused } from '~/platform/http/preview.server'
import { scope } from '~/platform/http/scope.server'
import type { Route } from './+types/campaign-preview'

type Previewed = Awaited<ReturnType<typeof previewCampaign>>

/** A newsletter as one example reader gets it. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  return answer(await previewCampaign(context.get(scope), params.campaign))
}

/** The same with the form's values. */
export async function action({ request, params, context }: Route.ActionArgs) {
  requireStudio(context, request, { owner: true })
  const read = await readForm(request, { limit: LONG_FORM_BYTES })
  if (!read.ok) return previewRefused([read.sentence])
  const { form } = read
  const sent = { fields: form, document: form.get('document'), version: '', isSeparate: false }
  return answer(await previewCampaign(context.get(scope), params.campaign, sent))
}

function answer(previewed: Previewed): Response {
  if (previewed.ok)
    return new Response(previewed.html, {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': EMAIL_PAGE_POLICY,
        ...(previewed.isFinished ? {} : { 'Retry-After': '5' }),
      },
    })
  if (previewed.reason === 'missing') return new Response(null, { status: 404 })
  return previewRefused(
    previewed.reason === 'refused' ? Object.values(previewed.errors) : ['This newsletter was already sent.'],
  )
}
