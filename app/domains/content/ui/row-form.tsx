import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import type { FieldValues } from '~/platform/forms'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { PreviewButton } from '~/ui/studio/preview-frame'
import type { RowField } from '../rows/field'
import { RowControl } from './row-control'
import type { useDirty } from './use-dirty'

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
  /** Addresses that return a preview of the form. */
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
