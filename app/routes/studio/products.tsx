import { doneSentence } from '~/domains/content/rows/outcome'
import { listAllProducts, moveProduct } from '~/domains/shop/editing.server'
import { StudioProductList } from '~/domains/shop/ui/studio-product-list'
import { requireStudio } from '~/platform/http/guard.server'
import { answerMove } from '~/platform/http/reorder.server'
import { scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import { ListNotes } from '~/ui/studio/saved-note'
import { SectionTabs } from '~/ui/studio/section-tabs'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/content/ui/content-lists.css'
import type { Route } from './+types/products'

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  return { products: await listAllProducts(context.get(scope)), done: doneSentence(request.url) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const at = { ...context.get(scope), author: requireStudio(context, request) }
  return await answerMove(request, {
    carryOut: (move) => moveProduct(at, move),
    back: studioPaths.products({ done: 'moved' }),
  })
}

export const meta: Route.MetaFunction = () => studioMeta('Products')

export default function Products({ loaderData: { products, done }, actionData }: Route.ComponentProps) {
  return (
    <>
      <StudioHead title="Products">
        <ButtonLink to={studioPaths.product('new')}>New product</ButtonLink>
      </StudioHead>
      <SectionTabs />
      <ListNotes done={done} refusal={actionData?.sentence} />
      <StudioProductList products={products} />
    </>
  )
}
