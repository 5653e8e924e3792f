import { data } from 'react-router'
import { listPosts } from '~/domains/blog/operations.server'
import { type EditablePage, isEditablePage, versionOf } from '~/domains/content/pages/fields'
import { sentPage } from '~/domains/content/pages/page-form'
import { savePage } from '~/domains/content/pages.server'
import { publicPath } from '~/domains/content/ui/page-paths'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { previewPage, previewRefused } from '~/platform/http/preview.server'
import { refusalSentences } from '~/platform/http/refuse-record.server'
import { scope } from '~/platform/http/scope.server'
import { paths } from '~/ui/paths'
import type { Route } from './+types/page-preview'

/** The current page. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  if (!isEditablePage(params.page)) throw data(null, { status: 404 })
  const shown = await addressOf(context, request, params.page)
  const preview = await previewPage(context, shown, async () => ({ ok: true }))
  return preview.ok ? preview.response : previewRefused([])
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
export async function action({ request, params, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const { page } = params
  if (!isEditablePage(page)) throw data(null, { status: 404 })
  const form = await readForm(request)
  if (!form.ok) return previewRefused([form.sentence])
  const at = context.get(scope)
  const preview = await previewPage(context, await addressOf(context, request, page), (db) =>
    savePage({ ...at, db, author }, { page, ...sentPage(page, form.form) }),
  )
  return preview.ok ? preview.response : previewRefused(refusalSentences(preview.result))
}
