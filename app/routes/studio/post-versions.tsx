import { data, redirect } from 'react-router'
import { readEditedPost } from '~/domains/blog/editor/drafts.server'
import {
  comparePostVersions,
  listPostVersions,
  readPostVersion,
  restorePostVersion,
} from '~/domains/blog/editor/lists.server'
import { titleOf } from '~/domains/blog/editor/post-values'
import { Changes, Figure, PIECES, ShownVersion, VersionList } from '~/domains/content/ui/versions'
import { versionNumber, versionQuery } from '~/domains/content/versions/version-query'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { Html } from '~/ui/html'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/blog/ui/editor/editor.css'
import type { Route } from './+types/post-versions'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const at = context.get(scope)
  const post = await readEditedPost(at, params.entry)
  if (!post) throw data(null, { status: 404 })
  const query = versionQuery(request.url)
  const shown = query.show === undefined ? null : await readPostVersion(at, post.id, query.show)
  const compared = query.compared ? await comparePostVersions(at, post.id, query.compared) : null
  if (shown === undefined || compared === undefined) throw data(null, { status: 404 })
  const listed = await listPostVersions(at, post.id, query)
  return { ...listed, id: post.id, title: titleOf(post.values), shown, compared }
}

/** Restores a version. */
export async function action({ request, params: { entry: id }, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const read = await readForm(request)
  const number = read.ok ? versionNumber(read.form.get('number')) : undefined
  if (number === undefined) throw data(null, { status: 422 })
  const done = await restorePostVersion({ ...context.get(scope), author }, id, number)
  throw done.ok ? redirect(studioPaths.post(id, { done: 'restored' }), 303) : data(null, { status: 404 })
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  studioMeta(`Versions of ${loaderData?.title ?? 'a post'}`)

type Compared = NonNullable<Route.ComponentProps['loaderData']['compared']>
type Shown = NonNullable<Route.ComponentProps['loaderData']['shown']>

export default function PostVersions({ loaderData }: Route.ComponentProps) {
  const { id, title, versions, next, shown, compared } = loaderData
  return (
    <>
      <StudioHead title="Versions" up={{ label: title, to: studioPaths.post(id) }} />
      {shown ? <PostVersion {...shown} /> : null}
      {compared ? <PostChanges {...compared} /> : null}
      <VersionList
        {...{ versions, next, compared }}
        noun="post"
        shown={shown?.number}
        addressOf={(query) => studioPaths.postVersions(id, query)}
      />
    </>
  )
}

const FIELD_LABELS: Record<Compared['fields'][number]['name'], string> = {
  ...{ title: 'Title', excerpt: 'Excerpt', tags: 'Tags', author: 'Author', cover: 'Cover', slug: 'URL slug' },
  ...{ date: 'Date', time: 'Time', visibility: 'Visibility' },
  ...{ searchTitle: 'Search title', searchDescription: 'Search description' },
  ...{ related1: 'Related 1', related2: 'Related 2', related3: 'Related 3' },
}

/** What changed between two versions, in the text itself. */
function PostChanges({ from, to, fields, text }: Compared) {
  const isSame = fields.length === 0 && text.every(({ kind }) => kind === 'same')
  return (
    <Changes {...{ from, to, isSame }}>
      {fields.map(({ name, before, after }) => (
        <p key={name}>
          {FIELD_LABELS[name]}: {before === '' ? null : <del>{before}</del>}{' '}
          {after === '' ? null : <ins>{after}</ins>}
        </p>
      ))}
      <div className="editor-text ped-diff">
        <p>
          {text.map(({ kind, piece }, at) => {
            const Piece = PIECES[kind]
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a comparison never change
            return <Piece key={at}>{typeof piece === 'string' ? piece : <Figure {...piece} />}</Piece>
          })}
        </p>
      </div>
    </Changes>
  )
}

function PostVersion({ values, parts, markdown, ...label }: Shown) {
  return (
    <ShownVersion title={titleOf(values)} label={label}>
      <div className="editor-text">
        {values.excerpt ? <p className="ink2">{values.excerpt}</p> : null}
        {parts.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a version never change
          <VersionPart key={at} part={part} />
        ))}
      </div>
      {markdown === null ? null : (
        <>
          <h3 className="st-h2">Original Markdown</h3>
          <pre className="ped-original">{markdown}</pre>
        </>
      )}
    </ShownVersion>
  )
}

function VersionPart({ part }: { part: Shown['parts'][number] }) {
  if (part.kind === 'html') return <Html html={part.html} />
  // biome-ignore lint/suspicious/noArrayIndexKey: the figures of a version never change
  return part.figures.map((figure, at) => <Figure key={at} {...figure} />)
}
