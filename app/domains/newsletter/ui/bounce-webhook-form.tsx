import { Form } from 'react-router'
import { Field } from '~/ui/field'
import type { ShownWebhook } from '../bounces/model'

const OWN_FORMAT =
  '{"reports": [{"email": "ann@example.com", "type": "bounce", "detail": "550 5.1.1 No such user"}]}'

/** The URL to which an email provider reports bounces and complaints. */
export function BounceWebhookForm({ webhook }: { webhook: ShownWebhook | null }) {
  return (
    <Form method="post" className="st-sheet" aria-labelledby="webhook-title">
      <h2 className="st-h2" id="webhook-title">
        Email provider
      </h2>
      <p className="ink2">
        If you send by Amazon SES, Postmark, or Mailgun, it can report them to us itself. Create a URL, and
        enter it there as a webhook for bounces (permanent failures) and spam complaints. For Amazon SES,
        subscribe it by HTTPS to an SNS topic. We confirm the subscription. Anyone with the URL can stop the
        newsletter for your subscribers, so keep it private.
      </p>
      <input type="hidden" name="version" value={webhook?.version ?? 0} />
      {webhook?.address ? (
        <Field label="Webhook URL" name="address" readOnly defaultValue={webhook.address} />
      ) : null}
      {webhook && webhook.address === null ? (
        <p className="note note--stop">
          The URL was encrypted with another secret, so it no longer works. Create a new one.
        </p>
      ) : null}
      {webhook ? (
        <p>{webhook.receivedAt ? `Last report: ${webhook.receivedAt}.` : 'No reports yet.'}</p>
      ) : null}
      <details>
        <summary>Other providers</summary>
        <p>
          POST this as JSON, with <code>complaint</code> for spam complaints. Report only emails that
          permanently fail. A message that arrives twice counts once.
        </p>
        <pre>{OWN_FORMAT}</pre>
      </details>
      <div className="st-act">
        <button type="submit" className="btn btn--line" name="intent" value="make-address">
          {webhook ? 'Replace URL' : 'Create URL'}
        </button>
        {webhook ? (
          <button type="submit" className="btn btn--quiet" name="intent" value="delete-address">
            Delete URL
          </button>
        ) : null}
      </div>
      {webhook ? <p className="hint">The current URL stops working at once.</p> : null}
    </Form>
  )
}
