import { sentFields } from '~/domains/content/rows/row-form'
import { SERVICE_FIELDS } from '~/domains/content/services'
import { addService, saveService } from '~/domains/content/services.server'
import { requireStudio } from '~/platform/http/guard.server'
import { previewForm, showPreview } from '~/platform/http/preview-form.server'
import { paths } from '~/ui/paths'
import type { Route } from './+types/service-preview'

/** The current services page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  return await showPreview(context, paths.services())
}

/** The services page with the form's values. */
export async function action({ request, params, context }: Route.ActionArgs) {
  return await previewForm({ request, context }, paths.services(), (at, form) => {
    const sent = sentFields(SERVICE_FIELDS, form)
    const version = Number(form.get('version'))
    return params.service === 'new'
      ? addService(at, sent)
      : saveService(at, params.service, { sent, version })
  })
}
