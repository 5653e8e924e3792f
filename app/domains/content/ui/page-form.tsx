import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { ChoosablePhoto } from '~/domains/photos/model'
import { PhotoField } from '~/domains/photos/ui/photo-field'
import { Field, FieldError, fieldId, Select, TextArea } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { LeaveGuard } from '~/ui/studio/leave-guard'
import { MoveButton } from '~/ui/studio/move-buttons'
import { PreviewButton } from '~/ui/studio/preview-frame'
import { SavedNote } from '~/ui/studio/saved-note'
import { studioPaths } from '~/ui/studio/studio-paths'
import {
  countRows,
  type EditablePage,
  everyField,
  PAGE_FORMS,
  type PageField,
  type PageRows,
  rowField,
  versionsOf,
} from '../pages/fields'
import { rowIntent } from '../pages/row-moves'
import type { PageChoices } from '../pages.server'

export const PAGE_FORM_ID = 'page-form'

/** URL of the preview. @param after the version of the page; the first by default */
export const previewOf = (page: EditablePage, after = versionsOf(page)[0]?.after): string =>
  studioPaths.pagePreview(page, { for: after ?? '' })

/** Why the form was refused, or its values after a row was added, removed or moved. */
export interface PageOutcome extends FormOutcome<string> {
  /** The field to focus. */
  focus?: string
}

interface PageFormProps {
  page: EditablePage
  values: Record<string, string>
  version: number
  saved: boolean
  photos: ChoosablePhoto[]
  choices: PageChoices
  outcome: PageOutcome | undefined
}

/** A page's text form. Saving publishes. */
export function PageForm({ page, values, version, saved, photos, choices, outcome }: PageFormProps) {
  const typed = definedIn(outcome?.values ?? {})
  const shown = Object.keys(typed).length > 0 ? typed : values
  const [wasTouched, setTouched] = useState(false)
  const isBusy = useNavigation().state === 'submitting'
  const given = { shown, errors: outcome?.errors ?? {}, focus: outcome?.focus, photos, choices }
  const { fields } = PAGE_FORMS[page]
  return (
    <Form
      method="post"
      id={PAGE_FORM_ID}
      className="st-sheet st-form"
      noValidate
      onChange={() => setTouched(true)}
      onSubmit={() => setTouched(false)}
    >
      {/* Enter in a field presses the first button of a form. */}
      <button type="submit" className="vh" tabIndex={-1} aria-hidden="true">
        Save
      </button>
      <FormRefusal
        outcome={outcome?.focus === undefined ? outcome : undefined}
        order={[...everyField(page, shown), ...fields].map(({ name }) => name)}
      />
      {saved && !outcome ? <SavedNote>Saved and published.</SavedNote> : null}
      <PageHints page={page} />
      <input type="hidden" name="version" value={version} />
      {fields.map((field) =>
        field.kind === 'rows' ? (
          <PageRowsField key={field.name} rows={field} {...given} />
        ) : (
          <PageControl key={field.name} field={field} {...given} />
        ),
      )}
      <div className="st-act pg-act">
        <button type="submit" className="btn" aria-busy={isBusy || undefined}>
          {isBusy ? 'Saving…' : 'Save'}
        </button>
        <PreviewButton form={PAGE_FORM_ID} action={previewOf(page)} />
        {page === 'navigation' ? (
          <button type="submit" className="btn btn--quiet" name="intent" value="defaults">
            Reset to default labels
          </button>
        ) : null}
      </div>
      <LeaveGuard isDirty={!isBusy && (wasTouched || outcome !== undefined)} />
    </Form>
  )
}

function PageHints({ page }: { page: EditablePage }) {
  if (page === 'navigation')
    return (
      <p className="ink2">
        Link labels in the header, menu, and footer of every page. The order stays the same.
      </p>
    )
  return (
    <p className="ink2">
      Use <code>{'{name}'}</code>, <code>{'{phone}'}</code>, or <code>{'{email}'}</code> to insert your
      business details from Settings.
    </p>
  )
}

const definedIn = (values: Partial<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )

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
          Add {one}
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

export interface PageControlGiven {
  shown: Record<string, string>
  errors: Partial<Record<string, string>>
  /** The field to focus. */
  focus: string | undefined
  photos: ChoosablePhoto[]
  choices: PageChoices
}

/** One field of a page. */
export function PageControl({
  field: { name, label, hint, kind, optional },
  shown,
  errors,
  focus,
  photos,
  choices,
}: PageControlGiven & { field: PageField }) {
  const value = shown[name] ?? ''
  const given = {
    name,
    label,
    hint,
    optional,
    error: errors[name],
    defaultValue: value,
    // Focuses a row just added or moved.
    autoFocus: name === focus,
  }
  switch (kind) {
    case 'text':
      return <TextArea {...given} rows={3} />
    case 'markdown':
      return <TextArea {...given} rows={16} />
    case 'photo':
      return <PhotoField {...given} photos={photos} />
    case 'service':
    case 'session-type':
    case 'topic':
      return (
        <Select {...given}>
          {choices[kind].some((choice) => choice.value === value) ? null : <option>{value}</option>}
          {choices[kind].map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </Select>
      )
    case 'money':
      return <Field {...given} inputMode="decimal" />
    case 'line':
      return <Field {...given} />
  }
}
