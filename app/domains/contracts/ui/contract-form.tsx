import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { IntentOutcome } from '~/platform/forms'
import { Field, TextArea } from '~/ui/field'
import { FormRefusal } from '~/ui/form-refusal'
import { LeaveGuard } from '~/ui/studio/leave-guard'
import { TEXT_HINT } from '../fields'
import { DRAFT_FIELDS, type StudioContract } from '../model'

interface ContractFormProps {
  contract: StudioContract
  outcome: IntentOutcome | undefined
}

/** The draft of a contract's next version: title, signers and text. */
export function ContractForm({ contract, outcome }: ContractFormProps) {
  const [isDirty, setDirty] = useState(false)
  const { state, formData } = useNavigation()
  const isSaving = state !== 'idle' && formData?.get('intent') === 'save'
  const values = { ...contract.values, ...outcome?.values }
  const common = (name: (typeof DRAFT_FIELDS)[number]) => ({
    name,
    defaultValue: values[name],
    error: outcome?.errors[name],
  })
  return (
    <Form
      method="post"
      className="st-sheet st-form ctr-draft"
      noValidate
      onChange={() => setDirty(true)}
      onSubmit={() => setDirty(false)}
    >
      <FormRefusal outcome={outcome} order={DRAFT_FIELDS} />
      <input type="hidden" name="version" value={contract.version} />
      <Field label="Title" {...common('title')} />
      <fieldset className="ctr-pair">
        <legend>Signs first</legend>
        <Field label="Client’s name" {...common('clientName')} />
        <Field label="Client’s email" type="email" {...common('clientEmail')} />
      </fieldset>
      <fieldset className="ctr-pair">
        <legend>Signs second, such as the other half of a couple</legend>
        <Field label="Second client’s name" optional {...common('secondName')} />
        <Field label="Second client’s email" type="email" optional {...common('secondEmail')} />
      </fieldset>
      <fieldset className="ctr-pair">
        <legend>Signs last, for the studio</legend>
        <Field label="Your name" {...common('studioName')} />
        <Field label="Your email" type="email" {...common('studioEmail')} />
      </fieldset>
      <TextArea label="Text" rows={24} hint={TEXT_HINT} {...common('body')} />
      <div className="st-act">
        <button
          type="submit"
          className="btn btn--line"
          name="intent"
          value="save"
          aria-busy={isSaving || undefined}
        >
          {isSaving ? 'Saving…' : 'Save and preview'}
        </button>
      </div>
      <LeaveGuard isDirty={isDirty} />
    </Form>
  )
}
