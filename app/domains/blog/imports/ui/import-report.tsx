import { Form, Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import { StudioTable } from '~/ui/studio/studio-table'
import type { ImportLine, ImportReport, LineState } from '../model'

const posts = (count: number): string => (count === 1 ? '1 post' : `${count} posts`)

/** What the file contains, or how far its import is. */
export function ImportProgress({ report }: { report: ImportReport }) {
  const { counts } = report
  const { known, failed } = counts
  const rest = counts['left-out']
  return (
    <div role="status">
      <p>{sentenceOf(report)}</p>
      <ul className="ink2">
        {known > 0 ? <li>{posts(known)} already imported. They’re skipped.</li> : null}
        {rest > 0 ? <li>{rest} not imported. The reasons are below.</li> : null}
        {failed > 0 ? <li>{posts(failed)} couldn’t be imported. The reasons are below.</li> : null}
      </ul>
    </div>
  )
}

function sentenceOf({ state, asDrafts, counts: { waiting, imported } }: ImportReport): string {
  switch (state) {
    case 'reading':
      return 'This file wasn’t read completely. Discard it, and upload it again.'
    case 'waiting':
      return waiting === 0 ? 'This file has nothing new to import.' : `${posts(waiting)} to import.`
    case 'importing':
      return `Importing. ${posts(imported)} imported, ${waiting} to go.`
    case 'done':
      return `${posts(imported)} imported${asDrafts && imported > 0 ? (imported === 1 ? ' as a draft' : ' as drafts') : ''}.`
  }
}

interface ImportFormProps {
  report: ImportReport
  /** Answers to who can be recognized in the pictures. */
  people: Record<string, string>
}

/** Starts the import, or discards the file. */
export function ImportForm({ report: { version, state, counts, hasPictures }, people }: ImportFormProps) {
  return (
    <Form method="post" className="st-form">
      <input type="hidden" name="version" value={version} />
      {state === 'waiting' && counts.waiting > 0 ? (
        <>
          <fieldset className="upask">
            <legend>Import as</legend>
            <Choice
              name="state"
              value="draft"
              label="Drafts, which get the date when you publish them"
              isChosen
            />
            <Choice name="state" value="published" label="What they were: published posts stay published" />
          </fieldset>
          {hasPictures ? (
            <fieldset className="upask">
              <legend>Who can be recognized in the pictures?</legend>
              {Object.entries(people).map(([value, label]) => (
                <Choice key={value} name="people" value={value} label={label} />
              ))}
              <Choice name="people" value="" label="I’ll decide later. The pictures stay private." isChosen />
            </fieldset>
          ) : null}
        </>
      ) : null}
      <div className="st-act">
        {state === 'waiting' && counts.waiting > 0 ? (
          <button type="submit" className="btn" name="intent" value="import">
            Import {posts(counts.waiting)}
          </button>
        ) : null}
        <button type="submit" className="btn btn--line" name="intent" value="discard">
          {state === 'done' ? 'Delete report' : 'Discard file'}
        </button>
      </div>
    </Form>
  )
}

function Choice({
  isChosen = false,
  label,
  ...input
}: {
  name: string
  value: string
  label: string
  isChosen?: boolean
}) {
  return (
    <label className="chk">
      <input type="radio" {...input} defaultChecked={isChosen} />
      <span>{label}</span>
    </label>
  )
}

const STATES: Record<LineState, string> = {
  waiting: 'To import',
  imported: 'Imported',
  known: 'Already imported',
  'left-out': 'Not imported',
  failed: 'Failed',
}

/** The others’ dates aren’t known. */
const isPost = (state: LineState): boolean => state !== 'left-out' && state !== 'known'

const pictureCount = (pictures: number, missing: number): string => {
  if (pictures === 0) return ''
  const count = missing > 0 ? `${pictures - missing} of ${pictures}` : String(pictures)
  return `${count} ${pictures === 1 ? 'picture' : 'pictures'}`
}

/** Each post of the file, with what changes. */
export function ImportLines({ lines }: { lines: ImportLine[] }) {
  return (
    <StudioTable columns={['Post', 'Status', { label: 'Date', right: true }]} caption="Lines of the file">
      {lines.map(({ id, title, slug, state, date, pictures, missing, notes, post }) => (
        <tr key={id} data-row>
          <td className="st-wide">
            {post ? (
              <Link className="st-row" to={studioPaths.post(post)}>
                {title || 'Untitled'}
              </Link>
            ) : (
              <b>{title || 'Untitled'}</b>
            )}
            <span className="st-cut s">
              {[slug && `/blog/${slug}`, pictureCount(pictures, missing)].filter(Boolean).join(' · ')}
            </span>
            {notes.map((note) => (
              <span className="s ink2 imp__n" key={note}>
                {note}
              </span>
            ))}
          </td>
          <td>
            <span className="tag">{STATES[state]}</span>
          </td>
          <td className="r mono">{date || (isPost(state) ? 'Draft' : '')}</td>
        </tr>
      ))}
    </StudioTable>
  )
}
