import { data } from 'react-router'
import { isEditablePage } from '~/domains/content/pages/fields'
import { savePage } from '~/domains/content/pages/operations.server'
import { MEANWHILE } from '~/domains/content/pages/page-errors'
import { sentPage } from '~/domains/content/pages/page-form'
import { publicPath } from '~/domains/content/ui/page-paths'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { previewPage, previewRefused } from '~/platform/http/preview.server'
import { scope } from '~/platform/http/scope.server'
import type { Route } from './+types/page-preview'

/** The page as it is. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  if (!isEditablePage(params.page)) throw data(null, { status: 404 })
  const preview = await previewPage(context, publicPath(params.page), async () => ({ ok: true }))
  return preview.ok ? preview.response : previewRefused([])
}

/** The page as saving the form would make it. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const { page } = params
  if (!isEditablePage(page)) throw data(null, { status: 404 })
  const form = await readForm(request)
  if (!form.ok) return previewRefused([form.sentence])
  const at = context.get(scope)
  const preview = await previewPage(context, publicPath(page), (db) =>
    savePage({ ...at, db, author }, { page, ...sentPage(page, form.form) }),
  )
  if (preview.ok) return preview.response
  switch (preview.result.reason) {
    case 'refused':
      return previewRefused(Object.values(preview.result.errors))
    case 'changed-meanwhile':
      return previewRefused([MEANWHILE])
  }
}
