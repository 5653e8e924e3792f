import { sentFields } from '~/domains/content/rows/row-form'
import { SERVICE_FIELDS } from '~/domains/content/services'
import { addService, saveService } from '~/domains/content/services.server'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { previewPage, previewRefused } from '~/platform/http/preview.server'
import { refusalSentences } from '~/platform/http/refuse-record.server'
import { scope } from '~/platform/http/scope.server'
import { paths } from '~/ui/paths'
import type { Route } from './+types/service-preview'

/** The current services page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const preview = await previewPage(context, paths.services(), async () => ({ ok: true }))
  return preview.ok ? preview.response : previewRefused([])
}

/** The services page with the form's values. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const form = await readForm(request)
  if (!form.ok) return previewRefused([form.sentence])
  const { service } = params
  const at = { ...context.get(scope), author }
  const sent = sentFields(SERVICE_FIELDS, form.form)
  const version = Number(form.form.get('version'))
  const preview = await previewPage(context, paths.services(), async (db) =>
    service === 'new'
      ? await addService({ ...at, db }, sent)
      : await saveService({ ...at, db }, service, { sent, version }),
  )
  return preview.ok ? preview.response : previewRefused(refusalSentences(preview.result))
}
