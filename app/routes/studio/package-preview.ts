import { addPackage, savePackage } from '~/domains/content/packages.server'
import { sentFields } from '~/domains/content/rows/row-form'
import { PACKAGE_FIELDS } from '~/domains/content/services'
import { requireStudio } from '~/platform/http/guard.server'
import { previewForm, showPreview } from '~/platform/http/preview-form.server'
import { paths } from '~/ui/paths'
import type { Route } from './+types/package-preview'

/** The current price list. */
export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  return await showPreview(context, paths.pricing())
}

/** The price list with the form's values. */
export async function action({ request, params, context }: Route.ActionArgs) {
  return await previewForm({ request, context }, paths.pricing(), (at, form) => {
    const sent = sentFields(PACKAGE_FIELDS, form)
    const version = Number(form.get('version'))
    return params.package === 'new'
      ? addPackage(at, params.service, sent)
      : savePackage(at, { service: params.service, slug: params.package }, { sent, version })
  })
}
