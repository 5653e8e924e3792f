import { data, redirect } from 'react-router'
import {
  comparePageVersions,
  listPageVersions,
  readPageVersion,
  restorePageVersion,
} from '~/domains/content/page-versions.server'
import { isEditablePage, PAGE_FORMS } from '~/domains/content/pages/fields'
import { FieldVersions } from '~/domains/content/ui/versions'
import { versionNumber, versionQuery } from '~/domains/content/versions/version-query'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Route } from './+types/page-versions'

export async function loader({ request, params: { page }, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  if (!isEditablePage(page)) throw data(null, { status: 404 })
  const at = context.get(scope)
  const query = versionQuery(request.url)
  const shown = query.show === undefined ? null : await readPageVersion(at, page, query.show)
  const compared = query.compared ? await comparePageVersions(at, page, query.compared) : null
  if (shown === undefined || compared === undefined) throw data(null, { status: 404 })
  return { ...(await listPageVersions(at, page, query.before)), page, shown, compared }
}

/** Restores a version. */
export async function action({ request, params: { page }, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  if (!isEditablePage(page)) throw data(null, { status: 404 })
  const read = await readForm(request)
  const number = read.ok ? versionNumber(read.form.get('number')) : undefined
  if (number === undefined) throw data(null, { status: 422 })
  const isDone = await restorePageVersion({ ...context.get(scope), author }, page, number)
  throw isDone ? redirect(studioPaths.page(page, { saved: 'restored' }), 303) : data(null, { status: 404 })
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  studioMeta(loaderData ? `Versions of ${PAGE_FORMS[loaderData.page].title}` : 'Versions')

export default function PageVersions({ loaderData }: Route.ComponentProps) {
  const { page, versions, next, shown, compared } = loaderData
  const { title } = PAGE_FORMS[page]
  return (
    <>
      <StudioHead title="Versions" up={{ label: title, to: studioPaths.page(page) }} />
      <FieldVersions
        {...{ versions, next, shown, compared }}
        title={title}
        noun="page"
        addressOf={(query) => studioPaths.pageVersions(page, query)}
      />
    </>
  )
}
