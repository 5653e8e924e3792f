import { addPackage, savePackage } from '~/domains/content/packages.server'
import { sentFields } from '~/domains/content/rows/row-form'
import { PACKAGE_FIELDS } from '~/domains/content/services'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { previewPage, previewRefused } from '~/platform/http/preview.server'
import { refusalSentences } from '~/platform/http/refuse-record.server'
import { scope } from '~/platform/http/scope.server'
import { paths } from '~/ui/paths'
import type { Route } from './+types/package-preview'

/** The current price list. */
export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const preview = await previewPage(context, paths.pricing(), async () => ({ ok: true }))
  return preview.ok ? preview.response : previewRefused([])
}

/** The price list with the form's values. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const form = await readForm(request)
  if (!form.ok) return previewRefused([form.sentence])
  const { service, package: slug } = params
  const at = { ...context.get(scope), author }
  const sent = sentFields(PACKAGE_FIELDS, form.form)
  const version = Number(form.form.get('version'))
  const preview = await previewPage(context, paths.pricing(), async (db) =>
    slug === 'new'
      ? await addPackage({ ...at, db }, service, sent)
      : await savePackage({ ...at, db }, { service, slug }, { sent, version }),
  )
  return preview.ok ? preview.response : previewRefused(refusalSentences(preview.result))
}
