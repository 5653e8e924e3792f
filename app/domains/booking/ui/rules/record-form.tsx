import { type ReactNode, type SyntheticEvent, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { LeaveGuard } from '~/ui/studio/leave-guard'

interface RecordFormProps {
  version: number
  saved: boolean
  outcome: FormOutcome<string> | undefined
  order: string[]
  /** Whether it exists and the user may delete it. */
  canRemove: boolean
  children: ReactNode
}

/** A form that saves or deletes a record, if its version is still current. */
export function RecordForm({ version, saved, outcome, order, canRemove, children }: RecordFormProps) {
  const [isDirty, setDirty] = useState(false)
  const isBusy = useNavigation().state === 'submitting'
  return (
    <Form
      method="post"
      className="st-sheet st-form rl-form"
      noValidate
      onChange={() => setDirty(true)}
      onSubmit={(event) => setDirty(!isSaveOrDelete(event) && isDirty)}
    >
      {/* The first submit button is the one that Enter in a field presses. */}
      <button type="submit" name="intent" value="save" className="vh" tabIndex={-1} aria-hidden="true" />
      <FormRefusal outcome={outcome} order={order} />
      {saved && !outcome ? (
        <p className="note note--fix" role="status">
          Saved.
        </p>
      ) : null}
      <input type="hidden" name="version" value={version} />
      {children}
      <div className="st-act">
        <button type="submit" name="intent" value="save" className="btn" aria-busy={isBusy || undefined}>
          {isBusy ? 'Saving…' : 'Save'}
        </button>
        {canRemove ? (
          <button type="submit" name="intent" value="remove" className="btn btn--stop">
            Delete
          </button>
        ) : null}
      </div>
      <LeaveGuard isDirty={isDirty} />
    </Form>
  )
}

interface CheckProps {
  name: string
  label: ReactNode
  isChecked: boolean
  value?: string
  error?: string | undefined
}

export function Check({ name, label, isChecked, value = 'yes', error }: CheckProps) {
  const id = value === 'yes' ? `field-${name}` : `field-${name}-${value}`
  return (
    <div>
      <label className="chk" htmlFor={id}>
        <input
          type="checkbox"
          id={id}
          name={name}
          value={value}
          defaultChecked={isChecked}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <span>{label}</span>
      </label>
      {error ? (
        <p className="err" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
    </div>
  )
}

/** Whether the pressed button saves or deletes. Other buttons only change the form itself. */
export function isSaveOrDelete(event: SyntheticEvent): boolean {
  const { submitter } = event.nativeEvent as SubmitEvent
  const intent = submitter instanceof HTMLButtonElement ? submitter.value : 'save'
  return intent === 'save' || intent === 'remove'
}
