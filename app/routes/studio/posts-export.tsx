import { EXPORT_FORMS, isExportForm } from '~/domains/blog/exports/model'
import { listExport } from '~/domains/blog/exports/operations.server'
import { ExportLines, FORM_TEXTS } from '~/domains/blog/exports/ui/export-lines'
import { FORMAT_NAMES } from '~/domains/blog/imports/model'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { NextPage } from '~/ui/studio/next-page'
import { StudioFilter } from '~/ui/studio/studio-filter'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/blog/ui/editor/editor.css'
import type { Route } from './+types/posts-export'

/** What a file for another program will contain, before it is downloaded. */
export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  const { searchParams } = new URL(request.url)
  const asked = searchParams.get('form')
  const form = isExportForm(asked) ? asked : 'markdown'
  return { form, ...(await listExport(context.get(scope), form, searchParams.get('after'))) }
}

export const meta: Route.MetaFunction = () => studioMeta('Export posts, blog')

export default function PostsExport({ loaderData: { form, lines, next } }: Route.ComponentProps) {
  return (
    <>
      <StudioHead title="Export posts" up={{ label: 'Blog', to: studioPaths.posts() }}>
        <a className="btn" href={studioPaths.postsDownload(form)} download>
          Download file
        </a>
      </StudioHead>
      <StudioFilter
        label="Export for"
        choices={EXPORT_FORMS.map((each) => ({
          label: FORMAT_NAMES[each],
          to: studioPaths.postsExport({ form: each }),
          isCurrent: each === form,
        }))}
      />
      <div className="st-sheet st-form">
        <p className="ink2">{FORM_TEXTS[form]}</p>
        <p className="ink2">
          Drafts are included. Former versions, private links, former addresses, and related posts aren’t.
        </p>
      </div>
      <ExportLines lines={lines} />
      <NextPage to={next && studioPaths.postsExport({ form, after: next })} />
    </>
  )
}
