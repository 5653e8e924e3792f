import { saveTerms } from '~/domains/content/terms.server'
import { LONG_FORM_BYTES, readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { CONFLICT } from '~/platform/http/notices'
import { previewPage, previewRefused } from '~/platform/http/preview.server'
import { showPreview } from '~/platform/http/preview-form.server'
import { scope } from '~/platform/http/scope.server'
import { paths } from '~/ui/paths'
import type { Route } from './+types/terms-preview'

/** The current terms. */
export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  return await showPreview(context, paths.terms())
}

/** The terms with the form's values. */
export async function action({ request, context }: Route.ActionArgs) {
  const author = requireStudio(context, request, { owner: true })
  const form = await readForm(request, { limit: LONG_FORM_BYTES })
  if (!form.ok) return previewRefused([form.sentence], form.status)
  const version = Number(form.form.get('version'))
  const preview = await previewPage(context, paths.terms(), async (tx) => {
    const saved = await saveTerms(
      { ...context.get(scope), db: tx, author },
      { sent: form.form, version, as: 'new-version' },
    )
    return !saved.ok && saved.reason === 'unchanged' ? { ok: true as const } : saved
  })
  if (preview.ok) return preview.response
  switch (preview.result.reason) {
    case 'refused':
      return previewRefused(Object.values(preview.result.errors))
    case 'agreed-to':
    case 'changed-since':
      return previewRefused([CONFLICT], 409)
  }
}
