import { data } from 'react-router'
import { isEditablePage } from '~/domains/content/pages/fields'
import { sentPage } from '~/domains/content/pages/page-form'
import { savePageDraft } from '~/domains/content/pages.server'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import type { AutosaveAnswer } from '~/ui/studio/autosave'
import type { Route } from './+types/page-autosave'

/** Saves what the form sends while its author types. */
export async function action({ request, params: { page }, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  if (!isEditablePage(page)) throw data(null, { status: 404 })
  const read = await readForm(request)
  if (!read.ok) return answer({ ok: false, reason: 'refused', sentence: read.sentence })
  return answer(await savePageDraft({ ...context.get(scope), author }, sentPage(page, read.form)))
}

const answer = (given: AutosaveAnswer) => Response.json(given, { headers: { 'Cache-Control': 'no-store' } })
