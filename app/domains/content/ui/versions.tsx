import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { Select } from '~/ui/field'
import { NextPage } from '~/ui/studio/next-page'
import { StudioTable } from '~/ui/studio/studio-table'
import type { Comparison, FieldChange, ListedVersion, ShownField, VersionLabel } from '../versions/model'
import './versions.css'

interface Versions {
  /** Newest first. */
  versions: (ListedVersion & { title?: string })[]
  /** Older ones are below this number. */
  next: number | null
}

interface VersionListProps extends Versions {
  /** What has versions, such as `post`. */
  noun: string
  /** The version that the page shows above. */
  shown: number | undefined
  compared: { from: VersionLabel; to: VersionLabel } | null
  addressOf: (query: Record<string, string>) => string
}

/** Versions that are listed at first. */
const UNFOLDED = 10

/** The versions of a text, and a form that compares two of them. */
export function VersionList({ versions, next, noun, shown, compared, addressOf }: VersionListProps) {
  const older = versions.slice(UNFOLDED)
  const nextPage = <NextPage to={next === null ? null : addressOf({ before: String(next) })} />
  return (
    <>
      {versions.length > 1 ? <CompareForm versions={versions} compared={compared} /> : null}
      {versions.length === 0 ? (
        <div className="empty">
          <p>No versions yet. Each time you edit this {noun}, a version will be listed here.</p>
        </div>
      ) : (
        <VersionTable versions={versions.slice(0, UNFOLDED)} addressOf={addressOf} />
      )}
      {older.length > 0 ? (
        <details className="ver-older" open={older.some(({ number }) => number === shown)}>
          <summary className="btn btn--line">Older versions</summary>
          <VersionTable versions={older} addressOf={addressOf} />
          {nextPage}
        </details>
      ) : (
        nextPage
      )}
    </>
  )
}

function VersionTable({ versions, addressOf }: Pick<VersionListProps, 'versions' | 'addressOf'>) {
  const hasTitles = versions.some(({ title }) => title !== undefined)
  return (
    <StudioTable columns={['Version', 'Saved', ...(hasTitles ? ['Title'] : []), 'Author', 'Status']}>
      {versions.map(({ number, saved, title, author, published }) => (
        <tr key={number} data-row>
          <td>
            <Link className="st-row" to={addressOf({ show: String(number) })}>
              Version {number}
            </Link>
          </td>
          <td>{saved}</td>
          {hasTitles ? (
            <td className="st-wide">
              <span className="st-cut">{title}</span>
            </td>
          ) : null}
          <td>{author}</td>
          <td>{published === null ? 'Draft' : `Published ${published}`.trim()}</td>
        </tr>
      ))}
    </StudioTable>
  )
}

/** Chooses two versions to compare; the last two at first. */
function CompareForm({ versions, compared }: Pick<VersionListProps, 'versions' | 'compared'>) {
  const options = versions.map((version) => (
    <option key={version.number} value={version.number}>
      {`Version ${version.number}, ${nameOf(version)}`}
    </option>
  ))
  return (
    <Form
      method="get"
      className="st-sheet ver-compare"
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

const nameOf = ({ saved, author }: VersionLabel): string => [saved, author].filter(Boolean).join(', ')

interface ChangesProps {
  from: VersionLabel
  to: VersionLabel
  isSame: boolean
  /** What changed, with `del` and `ins`. */
  children: ReactNode
}

/** What changed between two versions. */
export const Changes = ({ from, to, isSame, children }: ChangesProps) => (
  <section className="st-sheet ver-version" aria-labelledby="compared">
    <h2 className="st-h2" id="compared">
      Changes
    </h2>
    <p className="ink2">
      From version {from.number} ({nameOf(from)}) to version {to.number} ({nameOf(to)}). <del>Removed</del>{' '}
      and <ins>added</ins>.
    </p>
    {isSame ? <p>These versions are the same.</p> : null}
    {children}
  </section>
)

/** What changed in the fields of a form. */
const FieldChanges = ({ from, to, changes }: Comparison) => (
  <Changes from={from} to={to} isSame={changes.length === 0}>
    <dl className="ver-fields">
      {changes.map((change) => (
        <div key={change.name}>
          <dt className="label">{change.label}</dt>
          <dd>
            <Change {...change} />
          </dd>
        </div>
      ))}
    </dl>
  </Changes>
)

function Change({ before, after, pieces }: FieldChange) {
  if (!pieces)
    return (
      <>
        {before.text === '' ? null : (
          <del>
            <Figure words={before.text} thumb={before.thumb} />
          </del>
        )}{' '}
        {after.text === '' ? null : (
          <ins>
            <Figure words={after.text} thumb={after.thumb} />
          </ins>
        )}
      </>
    )
  return pieces.map(({ kind, text }, at) => {
    const Piece = PIECES[kind]
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a comparison never change
    return <Piece key={at}>{text}</Piece>
  })
}

/** The element of a piece of a comparison. */
export const PIECES = { same: 'span', added: 'ins', removed: 'del' } as const

interface ShownVersionProps {
  title: string
  label: VersionLabel
  children: ReactNode
}

/** One version, which can be restored. */
export const ShownVersion = ({ title, label: { number, author, saved }, children }: ShownVersionProps) => (
  <section className="st-sheet ver-version" aria-labelledby="version">
    <h2 className="st-h2" id="version">
      {title}
    </h2>
    <p className="ink2">
      {author === ''
        ? `Version ${number}. What your site showed before the first edit here.`
        : `Version ${number}. ${author} saved it ${saved}.`}
    </p>
    <Form method="post" className="st-act">
      <input type="hidden" name="number" value={number} />
      <button type="submit" className="btn">
        Restore this version
      </button>
    </Form>
    {children}
  </section>
)

/** The fields of a version. */
const ShownFields = ({ fields }: { fields: ShownField[] }) => (
  <dl className="ver-fields">
    {fields.map(({ name, label, text, thumb }) => (
      <div key={name}>
        <dt className="label">{label}</dt>
        <dd>{thumb ? <Figure words={text} thumb={thumb} /> : text}</dd>
      </div>
    ))}
  </dl>
)

/** A photo, a video or a record, small. Its words say what the picture shows. */
export const Figure = ({ words, thumb }: { words: string; thumb: string | null }) => (
  <span className="ver-figure">
    {thumb ? <img src={thumb} alt="" loading="lazy" decoding="async" /> : null}
    <span>{words}</span>
  </span>
)

interface FieldVersionsProps extends Pick<VersionListProps, 'versions' | 'next' | 'noun' | 'addressOf'> {
  /** What the shown version is called. */
  title: string
  shown: { label: VersionLabel; fields: ShownField[] } | null
  compared: Comparison | null
}

/** The versions of a form: the one that is shown, what changed between two, and the list. */
export const FieldVersions = ({ title, shown, compared, ...list }: FieldVersionsProps) => (
  <>
    {shown ? (
      <ShownVersion title={title} label={shown.label}>
        <ShownFields fields={shown.fields} />
      </ShownVersion>
    ) : null}
    {compared ? <FieldChanges {...compared} /> : null}
    <VersionList {...list} shown={shown?.label.number} compared={compared} />
  </>
)
