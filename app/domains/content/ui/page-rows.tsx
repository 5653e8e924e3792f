import { FieldError, fieldId } from '~/ui/field'
import { countRows, rowField } from '../pages/field-names'
import type { PageRows } from '../pages/fields'
import { type RowMove, rowIntent } from '../pages/row-moves'
import { PageControl, type PageControlGiven } from './page-control'

/** A list of the page. Each button sends the form and gets it back as it was typed, with the list changed. */
export function PageRowsField({ rows, ...given }: PageControlGiven & { rows: PageRows }) {
  const { name, label, one, least, most, fields } = rows
  const count = countRows(rows, given.shown)
  const error = given.errors[name]
  return (
    <fieldset className="rws" id={fieldId(name)} tabIndex={-1}>
      <legend className="st-h2">{label}</legend>
      {error ? <FieldError>{error}</FieldError> : null}
      {count === 0 ? <p className="ink2">There is no {one} here yet.</p> : null}
      <ol className="rws__list">
        {Array.from({ length: count }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; another order is another form
          <li key={at} className="rws__row">
            <fieldset>
              <legend className="rws__n">
                <span className="vh">{one} </span>
                {at + 1}
              </legend>
              {fields.map((field) => (
                <PageControl
                  key={field.name}
                  field={{ ...field, name: rowField(rows, at, field) }}
                  {...given}
                />
              ))}
            </fieldset>
            <div className="rws__act">
              <RowButton move="up" rows={rows} at={at} isOff={at === 0}>
                Move up
              </RowButton>
              <RowButton move="down" rows={rows} at={at} isOff={at === count - 1}>
                Move down
              </RowButton>
              {least === most ? null : (
                <RowButton move="remove" rows={rows} at={at} isOff={count <= least}>
                  Remove
                </RowButton>
              )}
            </div>
          </li>
        ))}
      </ol>
      {count < most ? (
        <button
          type="submit"
          className="btn btn--line rws__add"
          name="intent"
          value={rowIntent('add', rows, count)}
        >
          Add a {one}
        </button>
      ) : null}
    </fieldset>
  )
}

interface RowButtonProps {
  move: RowMove
  rows: PageRows
  at: number
  isOff: boolean
  children: string
}

const RowButton = ({ move, rows, at, isOff, children }: RowButtonProps) => (
  <button
    type="submit"
    className="btn btn--quiet"
    name="intent"
    value={rowIntent(move, rows, at)}
    disabled={isOff}
  >
    {children}
    <span className="vh">
      {' '}
      {rows.one} {at + 1}
    </span>
  </button>
)
