import { FieldError, fieldId } from '~/ui/field'
import { MoveButton } from '~/ui/studio/move-buttons'
import { countRows, rowField } from '../pages/field-names'
import type { PageRows } from '../pages/fields'
import { rowIntent } from '../pages/row-moves'
import { PageControl, type PageControlGiven } from './page-control'

/** A list in the form. Its buttons submit the form, which is returned with the list changed. */
export function PageRowsField({ rows, ...given }: PageControlGiven & { rows: PageRows }) {
  const { name, label, one, most, fields } = rows
  const count = countRows(rows, given.shown)
  const error = given.errors[name]
  return (
    <fieldset className="rws" id={fieldId(name)} tabIndex={-1}>
      <legend className="st-h2">{label}</legend>
      {error ? <FieldError>{error}</FieldError> : null}
      {count === 0 ? <p className="ink2">No {one} yet.</p> : null}
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
            <RowMoves rows={rows} at={at} count={count} />
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

function RowMoves({ rows, at, count }: { rows: PageRows; at: number; count: number }) {
  const { one, least, most } = rows
  const button = (move: 'up' | 'down' | 'remove', label: string, isPossible: boolean) => (
    <MoveButton
      move={move}
      label={`${label}: ${one} ${at + 1}`}
      name="intent"
      value={isPossible ? rowIntent(move, rows, at) : undefined}
    />
  )
  return (
    <div className="st-move">
      {button('up', 'Move up', at > 0)}
      {button('down', 'Move down', at < count - 1)}
      {least === most ? null : button('remove', 'Remove', count > least)}
    </div>
  )
}
