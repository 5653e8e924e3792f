import { data } from 'react-router'
import { ARRANGED, moveRow, photosIn } from '~/domains/content/rows/fields'
import { doneSentence } from '~/domains/content/rows/outcome'
import { sentFields } from '~/domains/content/rows/row-form'
import { editedTexts } from '~/domains/content/rows/texts.server'
import { RowEditor } from '~/domains/content/ui/row-form'
import { listChoosablePhotos } from '~/domains/photos/library.server'
import {
  addEditedProduct,
  blankProduct,
  readEditedProduct,
  removeProduct,
  saveProduct,
} from '~/domains/shop/editing.server'
import { PRODUCT_FIELDS } from '~/domains/shop/product-form'
import { answerIntent, answerRecord } from '~/platform/http/answer-record.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { paths } from '~/ui/paths'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/content/ui/content-lists.css'
import type { Route } from './+types/product'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { role } = requireStudio(context, request)
  const at = context.get(scope)
  const isNew = params.product === 'new'
  const product = isNew
    ? { title: 'New product', slug: 'new', values: blankProduct(), version: null, isPublished: false }
    : await readEditedProduct(at, params.product)
  if (!product) throw data(null, { status: 404 })
  const mayRemove = role === 'owner' && !isNew
  return {
    ...product,
    texts: editedTexts(PRODUCT_FIELDS, product.values),
    photos: await listChoosablePhotos(at, { shown: photosIn(PRODUCT_FIELDS, product.values) }),
    mayRemove,
    isRemoving: mayRemove && new URL(request.url).searchParams.has('remove'),
    done: doneSentence(request.url, product.isPublished),
  }
}

export async function action({ request, params: { product: slug }, context }: Route.ActionArgs) {
  return await answerRecord(
    { request, context },
    {
      isNew: slug === 'new',
      sent: (form) => sentFields(PRODUCT_FIELDS, form),
      add: addEditedProduct,
      save: (at, change) => saveProduct(at, slug, change),
      remove: (at, version) => removeProduct(at, slug, version),
      after: {
        added: (made) => studioPaths.product(made.slug, { done: 'added' }),
        saved: () => studioPaths.product(slug, { done: 'saved' }),
        removed: () => studioPaths.products({ done: 'removed' }),
      },
      other: async (_, form) => {
        const moved = moveRow(PRODUCT_FIELDS, sentFields(PRODUCT_FIELDS, form), form.get('intent'))
        return moved && answerIntent({ intent: ARRANGED, errors: {}, ...moved }, 200)
      },
    },
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) => studioMeta(loaderData?.title ?? 'Product')

export default function Product({ loaderData, actionData }: Route.ComponentProps) {
  const { title, slug, version, isPublished, ...editor } = loaderData
  return (
    <>
      <StudioHead title={title} up={{ label: 'Products', to: studioPaths.products() }}>
        {isPublished ? (
          <a className="btn btn--line" href={paths.product(slug)}>
            View
          </a>
        ) : null}
      </StudioHead>
      <RowEditor
        key={slug}
        {...editor}
        fields={PRODUCT_FIELDS}
        version={version}
        name={`“${title}”`}
        back={studioPaths.product(slug)}
        preview={{ action: studioPaths.productPreview(slug), page: 'The product' }}
        outcome={actionData}
      >
        <p className="ink2">
          {version === null ? (
            'When you save, the URL is created from the title. It won’t change later.'
          ) : (
            <>
              URL: <span className="mono">{paths.product(slug)}</span>. It stays the same if you change the
              title.
            </>
          )}
        </p>
      </RowEditor>
    </>
  )
}
