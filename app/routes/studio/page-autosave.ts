import { data } from 'react-router'
import { isEditablePage } from '~/domains/content/pages/fields'
import { sentPage } from '~/domains/content/pages/page-form'
import { savePageDraft } from '~/domains/content/pages.server'
import { LONG_FORM_BYTES, readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import type { AutosaveAnswer } from '~/ui/studio/autosave'
import type { Route } from './+types/page-autosave'

/** Saves what the form sends while its author types. */
export async function action({ request, params: { page }, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  if (!isEditablePage(page)) throw data(null, { status: 404 })
  const read = await readForm(request, { limit: LONG_FORM_BYTES })
  if (!read.ok) return answer({ ok: false, reason: 'refused', sentence: read.sentence })
  const saved = await savePageDraft({ ...context.get(scope), author }, sentPage(page, read.form))
  if (saved.ok || saved.reason !== 'refused') return answer(saved)
  const [sentence = ''] = Object.values(saved.errors)
  return answer({ ok: false, reason: 'refused', sentence })
}

const answer = (given: AutosaveAnswer) => Response.json(given, { headers: { 'Cache-Control': 'no-store' } })
