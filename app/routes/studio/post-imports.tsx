import { data, Form, Link, redirect } from 'react-router'
import { FORMAT_NAMES, type ImportState } from '~/domains/blog/imports/model'
import { beginImport, listImports } from '~/domains/blog/imports/operations.server'
import { doneSentence } from '~/domains/content/rows/outcome'
import { requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM } from '~/platform/http/notices'
import { scope } from '~/platform/http/scope.server'
import { Field } from '~/ui/field'
import { ListNotes } from '~/ui/studio/saved-note'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import { StudioTable } from '~/ui/studio/studio-table'
import type { Route } from './+types/post-imports'

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  return { imports: await listImports(context.get(scope)), done: doneSentence(request.url) }
}

/** Reads a file, and shows what it contains. */
export async function action({ request, context }: Route.ActionArgs) {
  const author = requireStudio(context, request, { owner: true })
  const at = context.get(scope)
  const read = at.received
  if (!read) throw data(BROKEN_FORM, { status: 422 })
  if (!read.ok) return data({ sentence: read.sentence, site: '' }, read.status)
  if (read.form.get('intent') !== 'upload') return data({ sentence: BROKEN_FORM, site: '' }, 422)
  const site = read.form.get('site')
  if (!read.file) return data({ sentence: 'Choose a file first.', site }, 422)
  const begun = await beginImport({ ...at, author }, { file: read.file.path, fileName: read.file.name, site })
  if (!begun.ok) return data({ sentence: begun.sentence, site }, 422)
  throw redirect(studioPaths.postImport(begun.id), 303)
}

export const meta: Route.MetaFunction = () => studioMeta('Import posts, blog')

const STATES: Record<ImportState, string> = {
  reading: 'Not read completely',
  waiting: 'Ready to import',
  importing: 'Importing',
  done: 'Imported',
}

export default function PostImports({ loaderData: { imports, done }, actionData }: Route.ComponentProps) {
  return (
    <>
      <StudioHead title="Import posts" up={{ label: 'Blog', to: studioPaths.posts() }} />
      <ListNotes done={done} refusal={undefined} />
      <Form method="post" encType="multipart/form-data" className="st-sheet st-form" reloadDocument>
        <p className="ink2">
          You’ll see what the file contains before anything is imported. Your own posts are never changed.
        </p>
        <Field
          type="file"
          name="file"
          label="File"
          accept=".json,.xml,.zip"
          hint="A Ghost export (.json), a WordPress or Squarespace export (.xml), or a ZIP of Markdown files with pictures, up to 1 GB. A large file takes some minutes."
          error={actionData?.sentence}
        />
        <Field
          type="url"
          name="site"
          optional
          label="Former site URL"
          defaultValue={actionData?.site}
          hint="For example, https://example.com. Ghost needs it for your pictures. Leave blank if you don’t know."
        />
        <div className="st-act">
          <button type="submit" className="btn" name="intent" value="upload">
            Check file
          </button>
        </div>
      </Form>
      {imports.length > 0 ? (
        <StudioTable columns={['File', 'Status', { label: 'Uploaded', right: true }]} caption="Files">
          {imports.map(({ id, fileName, format, state, begun }) => (
            <tr key={id} data-row>
              <td className="st-wide">
                <Link className="st-row" to={studioPaths.postImport(id)}>
                  {fileName}
                </Link>
                <span className="st-cut s">{FORMAT_NAMES[format]}</span>
              </td>
              <td>
                <span className="tag">{STATES[state]}</span>
              </td>
              <td className="r mono">{begun}</td>
            </tr>
          ))}
        </StudioTable>
      ) : null}
    </>
  )
}
