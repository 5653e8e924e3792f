import { Form, Link, useNavigation } from 'react-router'
import { Select, TextArea } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { studioPaths } from '~/ui/studio/studio-paths'
import { StudioTable } from '~/ui/studio/studio-table'
import {
  COLUMN_FIELDS,
  COLUMN_LABELS,
  type ColumnField,
  type Import,
  VERDICT_LABELS,
  VERDICTS,
  type Verdict,
} from '../imports/model'
import { SOURCE_MAX } from '../subscribers/model'

interface ImportFormProps {
  found: Import
  outcome: FormOutcome<string> | undefined
}

const HINTS: Partial<Record<ColumnField, string>> = {
  date: 'For example, 2024-05-31 or 5/31/2024. Other dates are left out.',
  status:
    'For example, “subscribed” or “active.” People with another status aren’t added. People who unsubscribed, bounced, or reported spam are kept out of later files too.',
}

/** Which column of the file is which field. */
export function ColumnsForm({ found, outcome }: ImportFormProps) {
  const isBusy = useNavigation().state === 'submitting'
  const errors = outcome?.errors ?? {}
  return (
    <Form method="post" className="st-form sbs-part" noValidate>
      <h2 className="st-h2">Columns</h2>
      <FormRefusal outcome={outcome} order={COLUMN_FIELDS} />
      <input type="hidden" name="version" value={found.version} />
      {COLUMN_FIELDS.map((field) => (
        <Select
          key={field}
          label={COLUMN_LABELS[field]}
          name={field}
          optional={field !== 'email'}
          defaultValue={outcome?.values[field] ?? (found.columns[field] < 0 ? '' : found.columns[field])}
          error={errors[field]}
          hint={HINTS[field]}
        >
          <option value="">None</option>
          {found.header.map((title, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a file may repeat a title
            <option key={at} value={at}>
              {title}
            </option>
          ))}
        </Select>
      ))}
      <div className="st-act">
        <button
          type="submit"
          name="intent"
          value="columns"
          className="btn btn--line"
          aria-busy={isBusy || undefined}
        >
          Check again
        </button>
        <button type="submit" name="intent" value="remove" className="btn btn--stop">
          Discard import
        </button>
      </div>
    </Form>
  )
}

/** What will happen, and how the people agreed. */
export function ApplyForm({ found, outcome }: ImportFormProps) {
  const isBusy = useNavigation().state === 'submitting'
  const { counts, version } = found
  const errors = outcome?.errors ?? {}
  const count = counts.new ?? 0
  const gone = counts.gone ?? 0
  const people = count === 1 ? '1 subscriber' : `${count.toLocaleString('en-US')} subscribers`
  return (
    <Form method="post" className="st-form sbs-part" noValidate>
      <h2 className="st-h2">Result of the check</h2>
      <FormRefusal outcome={outcome} order={['statement', 'agreed']} />
      <ul className="ui">
        {VERDICTS.filter((verdict) => counts[verdict]).map((verdict) => (
          <li key={verdict}>
            {VERDICT_LABELS[verdict]}: {(counts[verdict] ?? 0).toLocaleString('en-US')}
          </li>
        ))}
      </ul>
      {count === 0 ? <p className="ink2">There’s no one to add. Check the columns.</p> : null}
      <input type="hidden" name="version" value={version} />
      {count > 0 ? (
        <>
          <TextArea
            label="How these people agreed"
            name="statement"
            rows={3}
            maxLength={SOURCE_MAX}
            defaultValue={outcome?.values.statement}
            error={errors.statement}
            hint="For example, “Signed up at our open studio in May 2025.” We keep this with each of them."
          />
          <div>
            <label className="chk" htmlFor="field-agreed">
              <input
                type="checkbox"
                id="field-agreed"
                name="agreed"
                value="yes"
                aria-describedby={errors.agreed ? 'field-agreed-error' : undefined}
              />
              <span>These people agreed to get our emails.</span>
            </label>
            {errors.agreed ? (
              <p className="err" id="field-agreed-error">
                {errors.agreed}
              </p>
            ) : null}
          </div>
        </>
      ) : null}
      {count + gone > 0 ? (
        <div className="st-act">
          <button type="submit" name="intent" value="apply" className="btn" aria-busy={isBusy || undefined}>
            {count > 0 ? `Add ${people}` : `Keep ${gone.toLocaleString('en-US')} out`}
          </button>
        </div>
      ) : null}
    </Form>
  )
}

export function ImportResult({ found: { state, counts } }: { found: Import }) {
  const added = counts.added ?? 0
  return (
    <div className="st-sheet">
      {state === 'applying' ? (
        <p className="note" role="status">
          We’re adding these subscribers. You can leave this page.
        </p>
      ) : (
        <p className="note note--fix" role="status">
          {added === 1
            ? '1 subscriber was added.'
            : `${added.toLocaleString('en-US')} subscribers were added.`}
          {counts.gone ? ` ${counts.gone.toLocaleString('en-US')} kept out, by the status in your file.` : ''}
        </p>
      )}
      <Link to={studioPaths.subscribers()}>See all subscribers</Link>
    </div>
  )
}

interface LineTableProps {
  lines: { number: number; email: string; name: string; tags: string[]; verdict: Verdict }[]
}

export function LineTable({ lines }: LineTableProps) {
  return (
    <StudioTable columns={['Line', 'Email', 'Result', 'Tags']}>
      {lines.map(({ number, email, name, tags, verdict }) => (
        <tr key={number}>
          <td className="mono">{number}</td>
          <td>
            <span className="sbs-email">{email || 'No email'}</span>
            <span className="st-cut s">{name}</span>
          </td>
          <td>{VERDICT_LABELS[verdict]}</td>
          <td>{tags.join(', ')}</td>
        </tr>
      ))}
    </StudioTable>
  )
}
