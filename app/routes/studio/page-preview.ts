import { data } from 'react-router'
import { listPosts } from '~/domains/blog/operations.server'
import { type EditablePage, isEditablePage, versionOf } from '~/domains/content/pages/fields'
import { sentPage } from '~/domains/content/pages/page-form'
import { savePage } from '~/domains/content/pages.server'
import { publicPath } from '~/domains/content/ui/page-paths'
import { requireStudio } from '~/platform/http/guard.server'
import { previewForm, showPreview } from '~/platform/http/preview-form.server'
import { scope } from '~/platform/http/scope.server'
import { paths } from '~/ui/paths'
import type { Route } from './+types/page-preview'

/** The current page. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  if (!isEditablePage(params.page)) throw data(null, { status: 404 })
  return await showPreview(context, await addressOf(context, request, params.page))
}

/** The page in the version requested by `?for=`. */
async function addressOf(
  context: Route.LoaderArgs['context'],
  request: Request,
  page: EditablePage,
): Promise<string> {
  const version = versionOf(page, new URL(request.url).searchParams.get('for'))
  if (page === 'blog') {
    const [newest] = version === 'post' ? (await listPosts(context.get(scope))).posts : []
    return newest ? paths.post(newest.slug) : publicPath(page)
  }
  return version === '' ? publicPath(page) : `${publicPath(page)}?for=${version}`
}

/** The page with the form's values. */
export async function action({ request, params: { page }, context }: Route.ActionArgs) {
  requireStudio(context, request)
  if (!isEditablePage(page)) throw data(null, { status: 404 })
  return await previewForm({ request, context }, await addressOf(context, request, page), (at, form) =>
    savePage(at, { ...sentPage(page, form), version: null }),
  )
}
