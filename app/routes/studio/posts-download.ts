import { recordDownload } from '~/domains/accounts/sign-ins/log.server'
import { EXPORT_FILES, isExportForm } from '~/domains/blog/exports/model'
import { exportPosts } from '~/domains/blog/exports/operations.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { sentFile } from '~/platform/http/sent-file.server'
import type { Route } from './+types/posts-download'

/** All posts as a file for another program. */
export async function loader({ request, context, params: { form } }: Route.LoaderArgs) {
  const person = requireStudio(context, request, { owner: true })
  if (!isExportForm(form)) throw new Response(null, { status: 404 })
  const at = context.get(scope)
  await recordDownload(at, person, 'Blog posts')
  return sentFile(await exportPosts(at, form), EXPORT_FILES[form])
}
