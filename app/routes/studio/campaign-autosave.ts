import { data } from 'react-router'
import { saveCampaign } from '~/domains/newsletter/campaigns/drafts.server'
import { readersSentence } from '~/domains/newsletter/campaigns/model'
import { countReadersOf } from '~/domains/newsletter/campaigns/progress.server'
import { LONG_FORM_BYTES, readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import type { AutosaveAnswer } from '~/ui/studio/autosave'
import type { Route } from './+types/campaign-autosave'

/** Saves what the editor sends while its author types. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const at = { ...context.get(scope), author: requireStudio(context, request, { owner: true }) }
  const read = await readForm(request, { limit: LONG_FORM_BYTES })
  if (!read.ok) return answer({ ok: false, reason: 'refused', sentence: read.sentence })
  const { form } = read
  const saved = await saveCampaign(at, params.campaign, {
    fields: form,
    document: form.get('document'),
    version: form.get('version'),
    isSeparate: form.get('separate') === 'yes',
  })
  if (saved.ok) return answer({ ...saved, note: readersSentence(await countReadersOf(at, params.campaign)) })
  switch (saved.reason) {
    case 'changed-since':
      return answer(saved)
    case 'missing':
      throw data(null, { status: 404 })
    case 'sent':
      return answer({ ok: false, reason: 'refused', sentence: 'This newsletter was already sent.' })
    case 'refused':
      return answer({ ok: false, reason: 'refused', sentence: Object.values(saved.errors).join(' ') })
  }
}

const answer = (given: AutosaveAnswer) => Response.json(given, { headers: { 'Cache-Control': 'no-store' } })
