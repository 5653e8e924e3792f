import { Form, useNavigation } from 'react-router'
import { NO_MAIL_SERVER, useSendsMail } from '~/ui/sends-mail'
import { FactList } from '~/ui/studio/fact-list'

interface TestMailFormProps {
  to: string
  facts: { label: string; value: string }[]
  /** The operator has set the mail server, so the Studio can't change it. */
  isOperators: boolean
  outcome:
    | { ok: true; isSent: boolean; answer?: string }
    | { ok: false; detail: string; isReached: boolean }
    | undefined
}

/** How the site sends email, and a test that shows the mail server's answer. */
export function TestMailForm({ to, facts, isOperators, outcome }: TestMailFormProps) {
  const { state, formData } = useNavigation()
  const isBusy = state === 'submitting' && formData?.get('intent') === 'test'
  return (
    <div className="st-sheet">
      <p className="ink2">
        How your site sends email.{' '}
        {isOperators
          ? 'The mail server was set on your server. To choose one here, ask the person who runs your server to remove SMTP_URL.'
          : ''}
      </p>
      <FactList facts={facts} />
      <Form method="post">
        <button type="submit" name="intent" value="test" className="btn" aria-busy={isBusy || undefined}>
          {isBusy ? 'Sending…' : 'Send test email'}
        </button>
      </Form>
      <p className="ink2">
        {useSendsMail()
          ? `We’ll send it to ${to}.`
          : 'Without a mail server, it’s a file in the data folder.'}
      </p>
      {outcome ? (
        <div
          className={`note note--${outcome.ok && outcome.isSent ? 'fix' : 'stop'}`}
          role={outcome.ok ? 'status' : 'alert'}
        >
          <Result {...outcome} />
        </div>
      ) : null}
    </div>
  )
}

function Result(outcome: NonNullable<TestMailFormProps['outcome']>) {
  if (!outcome.ok)
    return (
      <p>
        <strong>Test email failed.</strong>{' '}
        {outcome.isReached ? 'Your mail server said:' : 'We couldn’t reach your mail server:'}{' '}
        {outcome.detail}
      </p>
    )
  if (!outcome.isSent)
    return (
      <p>
        <strong>{NO_MAIL_SERVER}.</strong> The test email is a file in the data folder.
      </p>
    )
  return (
    <p>
      <strong>Test email sent.</strong> Your mail server said: {outcome.answer}
    </p>
  )
}
