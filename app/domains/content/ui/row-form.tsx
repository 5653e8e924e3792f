import { type ReactNode, useEffect, useState } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import type { ChoosablePhoto } from '~/domains/photos/model'
import type { EditedText } from '~/domains/texts/model'
import type { FieldValues, IntentOutcome } from '~/platform/forms'
import { ButtonLink } from '~/ui/button-link'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { LeaveGuard } from '~/ui/studio/leave-guard'
import { PreviewButton, PreviewFrame } from '~/ui/studio/preview-frame'
import { SavedNote } from '~/ui/studio/saved-note'
import { ARRANGED, everyField, type FormPart } from '../rows/fields'
import { FieldControls } from './field-control'

/** Id of the previewed form; one per page. */
export const ROW_FORM_ID = 'row'

interface RowFormProps {
  fields: readonly FormPart[]
  values: FieldValues
  /** null: a new row. */
  version: number | null
  intent?: string
  submit?: string
  photos?: ChoosablePhoto[] | undefined
  texts?: Record<string, EditedText> | undefined
  outcome: (FormOutcome<string> & { focus?: string }) | undefined
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
  const hasRows = fields.some(({ kind }) => kind === 'rows')
  // Rows that were removed must not return.
  const shown = { ...(hasRows && outcome ? {} : values), ...outcome?.values } as FieldValues
  return (
    <Form
      method="post"
      id={previews.length > 0 ? ROW_FORM_ID : undefined}
      className="st-form cat-form"
      noValidate
      {...props.dirty.handlers}
    >
      {hasRows ? (
        // Enter in a field presses the first button of a form.
        <button type="submit" className="vh" tabIndex={-1} aria-hidden="true" name="intent" value={intent}>
          {submit}
        </button>
      ) : null}
      <FormRefusal
        outcome={outcome?.focus === undefined ? outcome : undefined}
        order={[...everyField(fields, shown), ...fields].map(({ name }) => name)}
      />
      {props.children}
      {version === null ? null : <input type="hidden" name="version" value={version} />}
      <FieldControls
        {...{ fields, shown, photos, texts: props.texts, hints: props.hints, focus: outcome?.focus }}
        errors={outcome?.errors ?? {}}
      />
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
      {/* Last, since a pressed button of a list names another intent, and the first one counts. */}
      <input type="hidden" name="intent" value={intent} />
    </Form>
  )
}

interface RowEditorProps {
  fields: readonly FormPart[]
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
  photos?: ChoosablePhoto[]
  texts?: Record<string, EditedText>
  /** Shown above the fields. */
  children?: ReactNode
}

/** A page to edit or delete one row. */
export function RowEditor(props: RowEditorProps) {
  const { fields, values, version, name, back, mayRemove, isRemoving, done, outcome, preview } = props
  const arranged = outcome?.intent === ARRANGED ? JSON.stringify(outcome.values) : ''
  const saving = arranged || outcome?.intent === 'save' ? outcome : undefined
  const dirty = useDirty(saving)
  return (
    <BesidePreview {...preview} stamp={arranged}>
      <div className="cat-page">
        {isRemoving && version !== null ? (
          <RemoveForm title={name} version={version} back={back}>
            <p>This removes it from your site immediately. You can’t undo this.</p>
          </RemoveForm>
        ) : null}
        {outcome && !saving ? <FormRefusal outcome={outcome} /> : null}
        <RowForm
          // Other rows are another form.
          key={arranged || JSON.stringify(values)}
          {...{ fields, values, version, dirty, photos: props.photos, texts: props.texts }}
          previews={[preview]}
          hints={props.hints}
          outcome={saving}
        >
          {outcome ? null : <SavedNote>{done}</SavedNote>}
          {props.children}
        </RowForm>
        {mayRemove && !isRemoving ? <RemoveLink to={`${back}?remove=ask`}>Delete</RemoveLink> : null}
        <LeaveGuard isDirty={dirty.isDirty} />
      </div>
    </BesidePreview>
  )
}

interface RemoveFormProps {
  /** What is deleted: “Weddings”. */
  title: string
  version: number | string
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
  return { isDirty, handlers: { onInput: () => setDirty(true), onSubmit: () => setDirty(false) } }
}

/** A form beside a preview. `page` is the name of the previewed page. */
export function BesidePreview(props: { action: string; page: string; stamp?: string; children: ReactNode }) {
  return (
    <div className="st-beside">
      {props.children}
      <PreviewFrame
        form={ROW_FORM_ID}
        action={props.action}
        title={`${props.page}, as it will look`}
        {...(props.stamp === undefined ? {} : { stamp: props.stamp })}
      />
    </div>
  )
}
