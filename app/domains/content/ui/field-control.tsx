import type { ReactNode } from 'react'
import type { ChoosablePhoto } from '~/domains/photos/model'
import { PhotoField } from '~/domains/photos/ui/photo-field'
import type { EditorChoices } from '~/domains/texts/blocks'
import type { EditedText } from '~/domains/texts/model'
import { TextField } from '~/domains/texts/ui/text-field'
import { currencyName } from '~/platform/amounts'
import type { FieldValues } from '~/platform/forms'
import { Field, FieldError, fieldId, Select, TextArea } from '~/ui/field'
import { MoveButton } from '~/ui/studio/move-buttons'
import { TimeField } from '~/ui/studio/studio-zone'
import type { PageChoices } from '../pages.server'
import { countRows, type FormField, type FormPart, type FormRows, rowField, rowIntent } from '../rows/fields'
import { SwitchField } from './switch-field'
import './field-control.css'

interface ControlProps {
  shown: Partial<FieldValues>
  errors: Partial<FieldValues>
  /** The field to focus. */
  focus?: string | undefined
  photos: ChoosablePhoto[]
  /** The texts with which the form was opened, by field. */
  texts?: Record<string, EditedText> | undefined
  /** What the blocks of texts can show. */
  blocks?: EditorChoices | undefined
  /** What can be chosen, for fields that don't say. */
  choices?: PageChoices | undefined
  /** Hints by field name, replacing the fields' own. */
  hints?: Record<string, ReactNode> | undefined
}

/** The fields and lists of a content form. */
export const FieldControls = ({ fields, ...given }: ControlProps & { fields: readonly FormPart[] }) =>
  fields.map((field) =>
    field.kind === 'rows' ? (
      <RowsControl key={field.name} rows={field} {...given} />
    ) : (
      <FieldControl key={field.name} field={field} {...given} />
    ),
  )

function FieldControl({ field, shown, errors, focus, ...given }: ControlProps & { field: FormField }) {
  const { name, label, kind, optional, rows } = field
  const value = shown[name] ?? ''
  const control = {
    ...{ name, label, optional, error: errors[name], defaultValue: value },
    hint: given.hints?.[name] ?? field.hint,
    // Focuses a row just added or moved.
    autoFocus: name === focus,
  }
  switch (kind) {
    case 'text':
      return <TextArea {...control} rows={rows ?? 3} />
    case 'lines':
      return <TextArea {...control} rows={rows ?? 6} />
    case 'document':
      return (
        <TextField
          {...{ name, label, optional, value }}
          error={control.error}
          autoFocus={control.autoFocus}
          text={given.texts?.[name] ?? { text: value, markdown: value, lost: [] }}
          blocks={
            field.hasBlocks && given.blocks ? { photos: given.photos, choices: given.blocks } : undefined
          }
        />
      )
    case 'switch':
      return <SwitchField {...{ name, label, value }} hint={control.hint} />
    case 'photo':
      return <PhotoField {...control} photos={given.photos} />
    case 'choice':
    case 'service':
    case 'session-type':
    case 'topic': {
      const choices = (kind === 'choice' ? field.choices : given.choices?.[kind]) ?? []
      const isListed = choices.some((choice) => choice.value === value)
      // Also a service or session type that was deleted.
      const isNamed = kind === 'choice' || kind === 'topic'
      return (
        <Select {...control}>
          {isListed || (kind === 'choice' && value === '') ? null : (
            <option value={value}>{isNamed ? value : 'Not chosen'}</option>
          )}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </Select>
      )
    }
    case 'price':
    case 'money':
      return (
        <Field {...control} label={`${label} (${currencyName()})`} inputMode="decimal" autoComplete="off" />
      )
    case 'number':
      return <Field {...control} inputMode="numeric" autoComplete="off" />
    case 'date':
      return <Field {...control} type="date" />
    case 'time':
      return <TimeField {...control} />
    case 'line':
      return <Field {...control} />
  }
}

/** A list in the form. Its buttons submit the form, which is returned with the list changed. */
function RowsControl({ rows, ...given }: ControlProps & { rows: FormRows }) {
  const { name, label, one, hint, most, fields } = rows
  const count = countRows(rows, given.shown as FieldValues)
  const error = given.errors[name]
  return (
    <fieldset
      className="rws"
      id={fieldId(name)}
      tabIndex={-1}
      aria-describedby={error ? `${name}-error` : undefined}
    >
      <legend className="st-h2">{label}</legend>
      {error ? <FieldError id={`${name}-error`}>{error}</FieldError> : null}
      {hint ? <p className="hint">{hint}</p> : null}
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
              <FieldControls
                fields={fields.map((field) => ({ ...field, name: rowField(rows, at, field) }))}
                {...given}
              />
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
          Add {one}
        </button>
      ) : null}
    </fieldset>
  )
}

function RowMoves({ rows, at, count }: { rows: FormRows; at: number; count: number }) {
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
