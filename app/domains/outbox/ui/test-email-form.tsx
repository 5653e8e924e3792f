import { Form, useNavigation } from 'react-router'
import { NO_MAIL_SERVER } from '~/ui/sends-mail'
import { FactList } from '~/ui/studio/fact-list'

interface TestMailFormProps {
  to: string
  facts: { label: string; value: string }[]
  outcome: { ok: boolean; isSent?: boolean; answer: string } | undefined
}

/** How the site sends email, and a test that shows the mail server's answer. */
export function TestMailForm({ to, facts, outcome }: TestMailFormProps) {
  const isBusy = useNavigation().state === 'submitting'
  return (
    <div className="st-sheet">
      <p className="ink2">How your site sends email. The mail server is set where your site is installed.</p>
      <FactList facts={facts} />
      <Form method="post">
        <button type="submit" className="btn" aria-busy={isBusy || undefined}>
          {isBusy ? 'Sending…' : 'Send test email'}
        </button>
      </Form>
      <p className="ink2">We’ll send it to {to}.</p>
      {outcome ? (
        <div
          className={`note note--${outcome.ok && outcome.isSent ? 'fix' : 'stop'}`}
          role={outcome.ok ? 'status' : 'alert'}
        >
          {outcome.ok && !outcome.isSent ? (
            <p>
              <strong>{NO_MAIL_SERVER}.</strong> The test email is a file in the data folder.
            </p>
          ) : (
            <p>
              <strong>{outcome.ok ? 'Test email sent.' : 'Test email failed.'}</strong> Your mail server said:{' '}
              {outcome.answer}
            </p>
          )}
        </div>
      ) : null}
    </div>
  )
}
