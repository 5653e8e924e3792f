import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { Field, Select, TextArea } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { isHydrated } from '~/ui/hydrated'
import { paths } from '~/ui/paths'
import { EmailField, NameField, PhoneField } from '~/ui/person-fields'
import { ADDED_FIELDS, ADDED_LABELS, type AddedFields, type ContactField, isFromClient } from '../model'

/** In the order of the form. */
export const CONTACT_FIELDS = [
  'name',
  'email',
  'phone',
  'subject',
  ...ADDED_FIELDS,
  'message',
] as const satisfies ContactField[]

interface ContactFormProps {
  topics: string[]
  /** Questions that the owner has added. */
  added: AddedFields
  values: Partial<Record<ContactField, string>>
  outcome: FormOutcome<ContactField> | undefined
}

export function ContactForm({ topics, added, values, outcome }: ContactFormProps) {
  const busy = useNavigation().formAction?.startsWith(paths.contact()) ?? false
  const errors = outcome?.errors ?? {}
  const subject = values.subject || topics[0]
  // The subject of a link may not be one of the topics, such as a product's name.
  const subjects = subject && !topics.includes(subject) ? [subject, ...topics] : topics
  const asked = ADDED_FIELDS.filter(
    (name) => added[name] !== 'off' && (!isFromClient(subject) || values[name]),
  )
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
      {asked.map((name) => (
        <Field
          key={name}
          label={ADDED_LABELS[name]}
          name={name}
          type={name === 'eventDate' ? 'date' : 'text'}
          optional={added[name] === 'optional' || isFromClient(subject)}
          defaultValue={values[name]}
          error={errors[name]}
        />
      ))}
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

/**
 * Catches bots: a field that people can't see or reach, and the time in milliseconds since the page was shown.
 * Bots fill in every field, and immediately. Without script the time stays empty, which is accepted.
 */
function Honeypot() {
  const started = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // A page from the server is shown, and may be filled in, long before its scripts run.
    const shownAt = isHydrated() ? performance.now() : 0
    const form = started.current?.form
    const write = () => {
      if (started.current) started.current.value = String(Math.round(performance.now() - shownAt))
    }
    form?.addEventListener('submit', write)
    return () => form?.removeEventListener('submit', write)
  }, [])
  return (
    <>
      <div className="pot" aria-hidden="true">
        <label>
          Leave this blank
          <input name="website" type="text" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <input type="hidden" name="started" defaultValue="" ref={started} />
    </>
  )
}
