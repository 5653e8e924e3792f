import { Form, useNavigation } from 'react-router'
import { Field, Select } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { MAILBOX_FIELDS, type ShownMailbox } from '../bounces/model'

interface BounceMailboxFormProps {
  /** The saved one, if there is one. */
  mailbox: ShownMailbox | null
  outcome: FormOutcome<string> | undefined
}

/** The mailbox to which undelivered emails are returned. It is saved once it could be opened. */
export function BounceMailboxForm({ mailbox, outcome }: BounceMailboxFormProps) {
  const { state, formData } = useNavigation()
  const isSaving = state === 'submitting' && formData?.get('intent') === 'save'
  const values: Record<string, string> = {
    host: mailbox?.host ?? '',
    port: mailbox ? String(mailbox.port) : '993',
    encryption: mailbox?.encryption ?? 'tls',
    username: mailbox?.username ?? '',
    ...outcome?.values,
  }
  const field = (name: (typeof MAILBOX_FIELDS)[number], label: string) => ({
    ...{ name, label, error: outcome?.errors[name], defaultValue: values[name] },
  })
  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false }
  return (
    <>
      <Form method="post" className="st-sheet" aria-labelledby="mailbox-title" noValidate>
        <h2 className="st-h2" id="mailbox-title">
          Mailbox
        </h2>
        <FormRefusal outcome={outcome} order={MAILBOX_FIELDS} />
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="version" value={mailbox?.version ?? 0} />
        <Field {...field('host', 'IMAP server')} {...plain} hint="For example, imap.gmail.com." />
        <Field {...field('port', 'Port')} inputMode="numeric" />
        <Select {...field('encryption', 'Encryption')}>
          <option value="tls">TLS (usually port 993)</option>
          <option value="starttls">STARTTLS (usually port 143)</option>
        </Select>
        <Field {...field('username', 'User name')} {...plain} />
        <Field
          {...field('password', 'Password')}
          type="password"
          autoComplete="off"
          optional={mailbox !== null && !mailbox.isLocked}
          hint={
            mailbox && !mailbox.isLocked
              ? 'Leave blank to keep the saved one.'
              : 'Usually an app password. Encrypted, and never shown again.'
          }
        />
        <div className="st-act">
          <button type="submit" className="btn" aria-busy={isSaving || undefined}>
            {isSaving ? 'Opening the mailbox…' : 'Test and save'}
          </button>
        </div>
      </Form>
      {mailbox ? (
        <Form method="post" className="st-sheet">
          <input type="hidden" name="version" value={mailbox.version} />
          <div className="st-act">
            <button type="submit" name="intent" value="remove" className="btn btn--line">
              Remove mailbox
            </button>
          </div>
        </Form>
      ) : null}
    </>
  )
}
