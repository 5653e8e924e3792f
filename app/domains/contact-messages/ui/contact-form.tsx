import { Form, useNavigation } from 'react-router'
import { Select, TextArea } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { Honeypot } from '~/ui/honeypot'
import { paths } from '~/ui/paths'
import { EmailField, NameField, PhoneField } from '~/ui/person-fields'
import type { ContactField } from '../model'

/** In the order of the form. */
export const CONTACT_FIELDS = [
  'name',
  'email',
  'phone',
  'subject',
  'message',
] as const satisfies ContactField[]

interface ContactFormProps {
  topics: string[]
  values: Partial<Record<ContactField, string>>
  outcome: FormOutcome<ContactField> | undefined
}

export function ContactForm({ topics, values, outcome }: ContactFormProps) {
  const busy = useNavigation().formAction?.startsWith(paths.contact()) ?? false
  const errors = outcome?.errors ?? {}
  const subject = values.subject || topics[0]
  // The subject may be something other than the topics, such as a product's name.
  const subjects = subject && !topics.includes(subject) ? [subject, ...topics] : topics
  return (
    <Form method="post" action={paths.contact()} className="fgrid" noValidate aria-label="Contact us">
      {outcome && (
        <div className="full">
          <FormRefusal outcome={outcome} order={CONTACT_FIELDS} />
        </div>
      )}
      <NameField value={values.name} error={errors.name} />
      <EmailField value={values.email} error={errors.email} />
      <Select
        key={subject}
        label="What’s it about?"
        name="subject"
        defaultValue={subject}
        error={errors.subject}
      >
        {subjects.map((topic) => (
          <option key={topic}>{topic}</option>
        ))}
      </Select>
      <PhoneField value={values.phone} error={errors.phone} />
      <TextArea
        className="full field--message"
        label="Message"
        name="message"
        maxLength={5000}
        defaultValue={values.message}
        error={errors.message}
      />
      <Honeypot />
      <div className="full">
        <button type="submit" className="btn go" aria-busy={busy || undefined}>
          {busy ? 'Sending…' : 'Send message'}
        </button>
      </div>
    </Form>
  )
}
