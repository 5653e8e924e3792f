import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { Field, TextArea } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { LeaveGuard } from '~/ui/studio/leave-guard'
import { SavedNote } from '~/ui/studio/saved-note'
import type { PersonDraft, PersonField } from '../model'

interface PersonFormProps {
  values: PersonDraft
  version: number
  saved: boolean
  outcome: FormOutcome<PersonField> | undefined
}

const FIELDS = ['name', 'phone', 'note'] as const

/** The owner's entries about a person. */
export function PersonForm({ values, version, saved, outcome }: PersonFormProps) {
  const [isDirty, setDirty] = useState(false)
  const isBusy = useNavigation().state === 'submitting'
  const shown = { ...values, ...outcome?.values }
  const errors = outcome?.errors ?? {}
  return (
    <Form
      method="post"
      className="st-form ppl-form"
      noValidate
      onChange={() => setDirty(true)}
      onSubmit={() => setDirty(false)}
    >
      <FormRefusal outcome={outcome} order={FIELDS} />
      {saved && !outcome ? <SavedNote>Saved.</SavedNote> : null}
      <input type="hidden" name="version" value={version} />
      <Field
        label="Name"
        name="name"
        optional
        autoComplete="off"
        defaultValue={shown.name}
        error={errors.name}
      />
      <Field
        label="Phone"
        name="phone"
        type="tel"
        inputMode="tel"
        optional
        autoComplete="off"
        defaultValue={shown.phone}
        error={errors.phone}
      />
      <TextArea
        label="Note"
        name="note"
        optional
        rows={6}
        defaultValue={shown.note}
        error={errors.note}
        hint="Only owners see this note, but the client can request it: it’s included when they download their data."
      />
      <div className="st-act">
        <button type="submit" className="btn" aria-busy={isBusy || undefined}>
          {isBusy ? 'Saving…' : 'Save'}
        </button>
      </div>
      <LeaveGuard isDirty={isDirty} />
    </Form>
  )
}
