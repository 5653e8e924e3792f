import { useState } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import type { IntentOutcome } from '~/platform/forms'
import { Field, TextArea } from '~/ui/field'
import { FormRefusal } from '~/ui/form-refusal'
import { useSendsMail } from '~/ui/sends-mail'
import { LeaveGuard } from '~/ui/studio/leave-guard'
import { NotSent } from '~/ui/studio/no-mail-server'
import { studioPaths } from '~/ui/studio/studio-paths'
import { MESSAGE_MAX, SUBJECT_MAX } from '../model'
import { REPLY_FIELDS, type ReplyDraft } from '../thread/model'

interface ReplyFormProps {
  message: { id: string; email: string }
  draft: ReplyDraft
  /** Whether replies are read from a mailbox. */
  returns: boolean
  outcome: IntentOutcome | undefined
}

/** Answers a message by email, or without a mail server in the reader's own email program. */
export function ReplyForm({ message, draft, returns, outcome }: ReplyFormProps) {
  const sendsMail = useSendsMail()
  return (
    <section className="st-sheet" id="reply" aria-labelledby="reply-title">
      <h2 className="st-h2" id="reply-title">
        Reply
      </h2>
      <Templates message={message} draft={draft} />
      {draft.missing.length > 0 ? (
        <p className="note note--dev" role="status">
          This message has no value for {draft.missing.join(', ')}. Fill that in below before you send it.
        </p>
      ) : null}
      {sendsMail ? (
        <Written key={draft.template} {...{ message, draft, returns, outcome }} />
      ) : (
        <>
          <NotSent />
          <FormRefusal outcome={outcome} />
        </>
      )}
      <p>
        <a href={mailto(message.email, draft)}>Reply in your email program</a>
      </p>
    </section>
  )
}

const mailto = (email: string, { subject, message }: ReplyDraft): string =>
  `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}${
    message === '' ? '' : `&body=${encodeURIComponent(message.replaceAll('\n', '\r\n'))}`
  }`

function Templates({ message, draft }: Pick<ReplyFormProps, 'message' | 'draft'>) {
  if (draft.templates.length === 0) return null
  return (
    <nav className="seg" aria-label="Templates">
      {[{ id: null, name: 'No template' }, ...draft.templates].map(({ id, name }) => (
        <Link
          key={id}
          to={`${studioPaths.message('messages', message.id, { template: id })}#reply`}
          preventScrollReset
          aria-current={id === draft.template ? 'true' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}

function Written({ message, draft, returns, outcome }: ReplyFormProps) {
  const [isDirty, setDirty] = useState(false)
  const { state, formData } = useNavigation()
  const isSending = state !== 'idle' && formData?.get('intent') === 'reply'
  return (
    <Form
      method="post"
      className="reply"
      noValidate
      onChange={() => setDirty(true)}
      onSubmit={() => setDirty(false)}
    >
      <FormRefusal outcome={outcome} order={REPLY_FIELDS} />
      <input type="hidden" name="intent" value="reply" />
      <input type="hidden" name="once" value={outcome?.values.once ?? draft.once} />
      <Field
        name="subject"
        label="Subject"
        maxLength={SUBJECT_MAX}
        defaultValue={outcome?.values.subject ?? draft.subject}
        error={outcome?.errors.subject}
      />
      <TextArea
        name="message"
        label="Message"
        rows={10}
        maxLength={MESSAGE_MAX}
        hint={`Goes to ${message.email}. ${
          returns ? 'Their reply will show up here.' : 'Replies go to your studio’s email.'
        }`}
        defaultValue={outcome?.values.message ?? draft.message}
        error={outcome?.errors.message}
      />
      <div className="st-act">
        <button type="submit" className="btn" aria-busy={isSending || undefined}>
          Send reply
        </button>
      </div>
      <LeaveGuard isDirty={isDirty} />
    </Form>
  )
}
