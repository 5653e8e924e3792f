import { sentFields } from '~/domains/content/rows/row-form'
import { addEditedProduct, readEditedProduct, saveProduct } from '~/domains/shop/editing.server'
import { PRODUCT_FIELDS } from '~/domains/shop/product-form'
import { requireStudio } from '~/platform/http/guard.server'
import { previewForm, showPreview } from '~/platform/http/preview-form.server'
import { scope } from '~/platform/http/scope.server'
import { paths } from '~/ui/paths'
import type { Route } from './+types/product-preview'

/** The product's current page; for a new one, the list. */
export async function loader({ request, params: { product }, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const isKnown = (await readEditedProduct(context.get(scope), product)) !== undefined
  return await showPreview(context, isKnown ? paths.product(product) : paths.products())
}

/** The product's page with the form's values. */
export async function action({ request, params: { product }, context }: Route.ActionArgs) {
  let slug = product
  return await previewForm(
    { request, context },
    () => paths.product(slug),
    async (at, form) => {
      const sent = sentFields(PRODUCT_FIELDS, form)
      if (product !== 'new')
        return await saveProduct(at, product, { sent, version: Number(form.get('version')) })
      const added = await addEditedProduct(at, sent)
      if (added.ok) slug = added.slug
      return added
    },
  )
}
