import { data } from 'react-router'
import { saveTextDraft } from '~/domains/galleries/editor/texts.server'
import { LONG_FORM_BYTES, readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import type { AutosaveAnswer } from '~/ui/studio/autosave'
import type { Route } from './+types/story-text-autosave'

/** Saves what the form sends while its author types. */
export async function action({ request, params: { gallery, text: item }, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const read = await readForm(request, { limit: LONG_FORM_BYTES })
  if (!read.ok) return answer({ ok: false, reason: 'refused', sentence: read.sentence })
  const { form } = read
  const saved = await saveTextDraft(
    { ...context.get(scope), author },
    {
      ...{ gallery, item, body: form.get('body'), version: form.get('version') },
      isSeparate: form.get('separate') === 'yes',
    },
  )
  if (!saved.ok && saved.reason === 'missing') throw data(null, { status: 404 })
  return answer(saved)
}

const answer = (given: AutosaveAnswer) => Response.json(given, { headers: { 'Cache-Control': 'no-store' } })
