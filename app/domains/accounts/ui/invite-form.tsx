import { Form } from 'react-router'
import { Field, Select } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'

/** Invites someone to the Studio, by email. */
export function InviteForm({ outcome }: { outcome: FormOutcome<'email' | 'role'> | undefined }) {
  return (
    <section aria-labelledby="invite">
      <h2 className="st-h2" id="invite">
        Invite someone
      </h2>
      <Form method="post" className="st-form" noValidate>
        <input type="hidden" name="intent" value="invite" />
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="off"
          defaultValue={outcome?.values.email}
          error={outcome?.errors.email}
          hint="They’ll get a link that works once, for three days."
        />
        <Select
          label="Role"
          name="role"
          defaultValue={outcome?.values.role ?? 'assistant'}
          error={outcome?.errors.role}
          hint="Assistants can reply to clients and edit content. Only owners can change settings, see contacts, and delete things."
        >
          <option value="assistant">Assistant</option>
          <option value="owner">Owner</option>
        </Select>
        <div className="st-act">
          <button type="submit" className="btn">
            Send invitation
          </button>
        </div>
      </Form>
    </section>
  )
}
