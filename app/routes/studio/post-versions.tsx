import { data, Form, Link, redirect } from 'react-router'
import { readEditedPost } from '~/domains/blog/editor/drafts.server'
import type { Figure } from '~/domains/blog/editor/figures.server'
import {
  comparePostVersions,
  listPostVersions,
  readPostVersion,
  restorePostVersion,
} from '~/domains/blog/editor/lists.server'
import { titleOf } from '~/domains/blog/editor/post-values'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { Select } from '~/ui/field'
import { Html } from '~/ui/html'
import { NextPage } from '~/ui/studio/next-page'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import { StudioTable } from '~/ui/studio/studio-table'
import '~/domains/blog/ui/editor/editor.css'
import type { Route } from './+types/post-versions'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const at = context.get(scope)
  const post = await readEditedPost(at, params.entry)
  if (!post) throw data(null, { status: 404 })
  const { searchParams } = new URL(request.url)
  const before = numberOf(searchParams.get('before'))
  const show = numberOf(searchParams.get('show'))
  const shown = show === undefined ? undefined : await readPostVersion(at, post.id, show)
  if (show !== undefined && !shown) throw data(null, { status: 404 })
  const to = numberOf(searchParams.get('to'))
  const from = numberOf(searchParams.get('from'))
  const compared =
    to === undefined || from === undefined
      ? null
      : await comparePostVersions(at, post.id, { from: Math.min(from, to), to: Math.max(from, to) })
  if (compared === undefined) throw data(null, { status: 404 })
  const listed = await listPostVersions(at, post.id, before === undefined ? {} : { before })
  return { ...listed, id: post.id, title: titleOf(post.values), shown: shown ?? null, compared }
}

const numberOf = (given: string | null): number | undefined =>
  given !== null && /^\d{1,9}$/.test(given) ? Number(given) : undefined

/** Restores a version. */
export async function action({ request, params: { entry: id }, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const read = await readForm(request)
  const number = read.ok ? numberOf(read.form.get('number')) : undefined
  if (number === undefined) throw data(null, { status: 422 })
  const done = await restorePostVersion({ ...context.get(scope), author }, id, number)
  throw done.ok ? redirect(studioPaths.post(id, { done: 'restored' }), 303) : data(null, { status: 404 })
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  studioMeta(`Versions of ${loaderData?.title ?? 'a post'}`)

/** Versions that are listed at first. */
const UNFOLDED = 10

export default function PostVersions({ loaderData }: Route.ComponentProps) {
  const { id, title, versions, next, shown, compared } = loaderData
  const older = versions.slice(UNFOLDED)
  const nextPage = (
    <NextPage to={next === null ? null : studioPaths.postVersions(id, { before: String(next) })} />
  )
  return (
    <>
      <StudioHead title="Versions" up={{ label: title, to: studioPaths.post(id) }} />
      {shown ? <ShownVersion version={shown} /> : null}
      {compared ? <Comparison compared={compared} /> : null}
      {versions.length > 1 ? <CompareForm versions={versions} compared={compared} /> : null}
      {versions.length === 0 ? (
        <div className="empty">
          <p>No versions yet. Each time you edit this post, a version will be listed here.</p>
        </div>
      ) : (
        <VersionTable id={id} versions={versions.slice(0, UNFOLDED)} />
      )}
      {older.length > 0 ? (
        <details className="ped-older" open={older.some(({ number }) => number === shown?.number)}>
          <summary className="btn btn--line">Older versions</summary>
          <VersionTable id={id} versions={older} />
          {nextPage}
        </details>
      ) : (
        nextPage
      )}
    </>
  )
}

type Versions = Route.ComponentProps['loaderData']['versions']

/** Versions of the post `id`, newest first. */
function VersionTable({ id, versions }: { id: string; versions: Versions }) {
  return (
    <StudioTable columns={['Saved', 'Title', 'Author', 'Status']}>
      {versions.map((version) => (
        <tr key={version.number} data-row>
          <td>
            <Link className="st-row" to={studioPaths.postVersions(id, { show: String(version.number) })}>
              {version.saved}
            </Link>
          </td>
          <td className="st-wide">
            <span className="st-cut">{version.title}</span>
          </td>
          <td>{version.author}</td>
          <td>{version.published ? `Published ${version.published}` : 'Draft'}</td>
        </tr>
      ))}
    </StudioTable>
  )
}

type Compared = NonNullable<Route.ComponentProps['loaderData']['compared']>

interface CompareFormProps {
  versions: Versions
  compared: Compared | null
}

/** Chooses two versions to compare; the last two at first. */
function CompareForm({ versions, compared }: CompareFormProps) {
  const options = versions.map(({ number, saved, author }) => (
    <option key={number} value={number}>
      {saved}, {author}
    </option>
  ))
  return (
    <Form
      method="get"
      className="st-sheet ped-compare"
      key={`${compared?.from.number} ${compared?.to.number}`}
    >
      <Select name="from" label="Compare" defaultValue={compared?.from.number ?? versions[1]?.number}>
        {options}
      </Select>
      <Select name="to" label="With" defaultValue={compared?.to.number ?? versions[0]?.number}>
        {options}
      </Select>
      <button type="submit" className="btn btn--line">
        Show changes
      </button>
    </Form>
  )
}

const FIELD_LABELS: Record<Compared['fields'][number]['name'], string> = {
  ...{ title: 'Title', excerpt: 'Excerpt', tags: 'Tags', author: 'Author', cover: 'Cover', slug: 'URL slug' },
  ...{ date: 'Date', time: 'Time', visibility: 'Visibility' },
  ...{ searchTitle: 'Search title', searchDescription: 'Search description' },
  ...{ related1: 'Related 1', related2: 'Related 2', related3: 'Related 3' },
}

/** What changed between two versions, in the text itself. */
function Comparison({ compared: { from, to, fields, text } }: { compared: Compared }) {
  const isSame = fields.length === 0 && text.every(({ kind }) => kind === 'same')
  return (
    <section className="st-sheet ped-version" aria-labelledby="compared">
      <h2 className="st-h2" id="compared">
        Changes
      </h2>
      <p className="ink2">
        From {from.saved}, {from.author}, to {to.saved}, {to.author}. <del>Removed</del> and <ins>added</ins>.
      </p>
      {isSame ? <p>These versions are the same.</p> : null}
      {fields.map(({ name, before, after }) => (
        <p key={name}>
          {FIELD_LABELS[name]}: {before === '' ? null : <del>{before}</del>}{' '}
          {after === '' ? null : <ins>{after}</ins>}
        </p>
      ))}
      <div className="ped-text ped-diff">
        <p>
          {text.map(({ kind, piece }, at) => {
            const Piece = kind === 'same' ? 'span' : kind === 'added' ? 'ins' : 'del'
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a comparison never change
            return <Piece key={at}>{typeof piece === 'string' ? piece : <VersionFigure {...piece} />}</Piece>
          })}
        </p>
      </div>
    </section>
  )
}

type Shown = NonNullable<Route.ComponentProps['loaderData']['shown']>

function ShownVersion({ version }: { version: Shown }) {
  const { number, values, author, saved, parts, markdown } = version
  return (
    <section className="st-sheet ped-version" aria-labelledby="version">
      <h2 className="st-h2" id="version">
        {titleOf(values)}
      </h2>
      <p className="ink2">
        {author} saved this version {saved}.
      </p>
      <Form method="post" className="st-act">
        <input type="hidden" name="number" value={number} />
        <button type="submit" className="btn">
          Restore this version
        </button>
      </Form>
      <div className="ped-text">
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
    </section>
  )
}

function VersionPart({ part }: { part: Shown['parts'][number] }) {
  if (part.kind === 'html') return <Html html={part.html} />
  // biome-ignore lint/suspicious/noArrayIndexKey: the figures of a version never change
  return part.figures.map((figure, at) => <VersionFigure key={at} {...figure} />)
}

/** A photo, a video or a record, small. Its words say what the picture shows. */
const VersionFigure = ({ words, thumb }: Figure) => (
  <span className="ped-figure">
    {thumb ? <img src={thumb} alt="" loading="lazy" decoding="async" /> : null}
    <span>{words}</span>
  </span>
)
