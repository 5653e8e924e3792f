import { data } from 'react-router'
import { saveDraft } from '~/domains/blog/editor/drafts.server'
import { sentPost } from '~/domains/blog/editor/post-values'
import { LONG_FORM_BYTES, readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import type { AutosaveAnswer } from '~/ui/studio/autosave'
import type { Route } from './+types/post-autosave'

/** Saves what the editor sends while its author types. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const at = { ...context.get(scope), author: requireStudio(context, request) }
  const read = await readForm(request, { limit: LONG_FORM_BYTES })
  if (!read.ok) return answer({ ok: false, reason: 'refused', sentence: read.sentence })
  const { form } = read
  const saved = await saveDraft(at, params.entry, {
    fields: sentPost(form),
    document: form.get('document'),
    markdown: form.get('markdown'),
    version: form.get('version'),
    isSeparate: form.get('separate') === 'yes',
  })
  if (saved.ok || saved.reason === 'changed-since') return answer(saved)
  if (saved.reason === 'missing') throw data(null, { status: 404 })
  return answer({ ok: false, reason: 'refused', sentence: Object.values(saved.errors).join(' ') })
}

const answer = (given: AutosaveAnswer) => Response.json(given, { headers: { 'Cache-Control': 'no-store' } })
