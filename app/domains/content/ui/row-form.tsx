import { type ReactNode, useEffect, useState } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import type { FieldValues, IntentOutcome } from '~/platform/forms'
import { ButtonLink } from '~/ui/button-link'
import { Field, Select, TextArea } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { LeaveGuard } from '~/ui/studio/leave-guard'
import { PreviewButton, PreviewFrame } from '~/ui/studio/preview-frame'
import { SavedNote } from '~/ui/studio/saved-note'
import type { RowField } from '../rows/row-form'

/** Id of the previewed form; one per page. */
export const ROW_FORM_ID = 'row'

interface RowFormProps {
  fields: RowField[]
  values: FieldValues
  /** null: a new row. */
  version: number | null
  intent?: string
  submit?: string
  photos?: { slug: string; title: string }[]
  outcome: FormOutcome<string> | undefined
  dirty: ReturnType<typeof useDirty>
  /** URLs that return a preview of the form. */
  previews?: { action: string; label?: string }[]
  /** Hints by field name, replacing the fields' own. */
  hints?: Record<string, ReactNode> | undefined
  /** Shown above the fields. */
  children?: ReactNode
}

/** The form of a content row. */
export function RowForm(props: RowFormProps) {
  const {
    fields,
    values,
    version,
    intent = 'save',
    submit = 'Save',
    photos = [],
    previews = [],
    outcome,
  } = props
  const { formData } = useNavigation()
  const isBusy = formData?.get('intent') === intent
  const shown: Partial<FieldValues> = { ...values, ...outcome?.values }
  return (
    <Form
      method="post"
      id={previews.length > 0 ? ROW_FORM_ID : undefined}
      className="st-form cat-form"
      noValidate
      {...props.dirty.handlers}
    >
      <FormRefusal outcome={outcome} order={fields.map(({ name }) => name)} />
      {props.children}
      <input type="hidden" name="intent" value={intent} />
      {version === null ? null : <input type="hidden" name="version" value={version} />}
      {fields.map((field) => (
        <RowControl
          key={field.name}
          field={field}
          value={shown[field.name] ?? ''}
          error={outcome?.errors[field.name]}
          photos={photos}
          hint={props.hints?.[field.name]}
        />
      ))}
      <div className="st-act">
        <button type="submit" className="btn" aria-busy={isBusy || undefined}>
          {isBusy ? 'Saving…' : submit}
        </button>
        {previews.map(({ action, label }) => (
          <PreviewButton key={action} form={ROW_FORM_ID} action={action}>
            {label}
          </PreviewButton>
        ))}
      </div>
    </Form>
  )
}

interface RowEditorProps {
  fields: RowField[]
  values: FieldValues
  version: number | null
  /** Name of the row to delete: “Gold”. */
  name: string
  /** Path of the page itself. */
  back: string
  mayRemove: boolean
  isRemoving: boolean
  done: string | null
  outcome: IntentOutcome | undefined
  preview: { action: string; page: string }
  /** Hints by field name, replacing the fields' own. */
  hints?: Record<string, ReactNode>
}

/** A page to edit or delete one row. */
export function RowEditor(props: RowEditorProps) {
  const { fields, values, version, name, back, mayRemove, isRemoving, done, outcome, preview } = props
  const saving = outcome?.intent === 'save' ? outcome : undefined
  const dirty = useDirty(saving)
  return (
    <BesidePreview {...preview}>
      <div className="cat-page">
        {isRemoving && version !== null ? (
          <RemoveForm title={name} version={version} back={back}>
            <p>This removes it from your site immediately. You can’t undo this.</p>
          </RemoveForm>
        ) : null}
        {outcome && !saving ? <FormRefusal outcome={outcome} /> : null}
        <RowForm
          key={JSON.stringify(values)}
          {...{ fields, values, version, dirty }}
          previews={[preview]}
          hints={props.hints}
          outcome={saving}
        >
          {outcome ? null : <SavedNote>{done}</SavedNote>}
        </RowForm>
        {mayRemove && !isRemoving ? <RemoveLink to={`${back}?remove=ask`}>Delete</RemoveLink> : null}
        <LeaveGuard isDirty={dirty.isDirty} />
      </div>
    </BesidePreview>
  )
}

interface RowControlProps {
  field: RowField
  value: string
  error: string | undefined
  photos: { slug: string; title: string }[]
  /** Replaces the field's own hint. */
  hint?: ReactNode
}

export function RowControl({ field, value, error, photos, hint = field.hint }: RowControlProps) {
  const { name, label, kind, optional, rows, choices = [] } = field
  const given = { name, label, hint, error, optional }
  switch (kind) {
    case 'text':
    case 'lines':
      return <TextArea {...given} defaultValue={value} rows={rows ?? 6} />
    case 'switch':
      return (
        <label className="chk" htmlFor={`field-${name}`}>
          <input
            type="checkbox"
            id={`field-${name}`}
            name={name}
            value="yes"
            defaultChecked={value === 'yes'}
          />
          <span>{label}</span>
        </label>
      )
    case 'photo': {
      const known = value === '' || photos.some(({ slug }) => slug === value)
      return (
        <Select {...given} defaultValue={value}>
          <option value="">None</option>
          {(known ? photos : [{ slug: value, title: value }, ...photos]).map(({ slug, title }) => (
            <option key={slug} value={slug}>
              {title}
            </option>
          ))}
        </Select>
      )
    }
    case 'choice':
      return (
        <Select {...given} defaultValue={value}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </Select>
      )
    case 'price':
      return <Field {...given} defaultValue={value} inputMode="decimal" autoComplete="off" />
    case 'date':
      return <Field {...given} type="date" defaultValue={value} />
    case 'line':
      return <Field {...given} defaultValue={value} />
  }
}

interface RemoveFormProps {
  /** What is deleted: “Weddings”. */
  title: string
  version: number
  /** Where Cancel leads. */
  back: string
  /** What is deleted with it, and what stays. */
  children: ReactNode
}

/** Confirmation on a separate page, so that it works without script. */
export function RemoveForm({ title, version, back, children }: RemoveFormProps) {
  return (
    <Form method="post" action={back} className="note note--stop cat-ask" aria-labelledby="remove-title">
      <input type="hidden" name="intent" value="remove" />
      <input type="hidden" name="version" value={version} />
      <h2 className="st-h2" id="remove-title">
        Delete {title} permanently?
      </h2>
      {children}
      <div className="st-act">
        <button type="submit" className="btn btn--stop">
          Delete
        </button>
        <ButtonLink to={back} variant="line">
          Keep
        </ButtonLink>
      </div>
    </Form>
  )
}

/** Link to the confirmation at the top of the page, where the focus moves. */
export function RemoveLink({ to, children }: { to: string; children: string }) {
  return (
    <p>
      <Link className="btn btn--stop" to={to}>
        {children}
      </Link>
    </p>
  )
}

/** Whether a form has unsaved changes. A refused form does. */
export function useDirty(outcome: unknown) {
  const [isDirty, setDirty] = useState(false)
  useEffect(() => {
    if (outcome) setDirty(true)
  }, [outcome])
  return { isDirty, handlers: { onChange: () => setDirty(true), onSubmit: () => setDirty(false) } }
}

/** A form beside a preview. `page` is the name of the previewed page. */
export function BesidePreview(props: { action: string; page: string; children: ReactNode }) {
  return (
    <div className="st-beside">
      {props.children}
      <PreviewFrame form={ROW_FORM_ID} action={props.action} title={`${props.page}, as it will look`} />
    </div>
  )
}
