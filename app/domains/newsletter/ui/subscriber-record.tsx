import { Form } from 'react-router'
import { FactList } from '~/ui/studio/fact-list'
import {
  REASON_LABELS,
  type ShownSubscriber,
  STATE_LABELS,
  type Subscriber,
  sourceLabel,
} from '../subscribers/model'

export function ConsentList({ consents }: Pick<ShownSubscriber, 'consents'>) {
  return (
    <section className="sbs-part" aria-labelledby="consent">
      <h2 className="st-h2" id="consent">
        Consent
      </h2>
      {consents.length === 0 ? <p className="ink2">No consent was recorded.</p> : null}
      {consents.map((consent) => (
        <div key={`${consent.at} ${consent.source}`} className="sbs-consent">
          <FactList
            facts={[
              { label: 'When', value: consent.when },
              { label: 'Where', value: sourceLabel(consent) },
              ...(consent.words === '' ? [] : [{ label: 'Words', value: `“${consent.words}”` }]),
              ...(consent.network === '' ? [] : [{ label: 'Network', value: consent.network }]),
            ]}
          />
        </div>
      ))}
    </section>
  )
}

/** Whether the person gets the newsletter, with the buttons that the studio may use. */
export function DeliverySection({ subscriber }: { subscriber: ShownSubscriber }) {
  const { state, since, suppressions, version } = subscriber
  const canLeave = state === 'subscribed' || state === 'not-confirmed' || state === 'bounced'
  return (
    <section className="sbs-part" aria-labelledby="delivery">
      <h2 className="st-h2" id="delivery">
        Newsletter
      </h2>
      <FactList
        facts={[
          { label: 'Status', value: STATE_LABELS[state] },
          { label: state === 'not-confirmed' ? 'Signed up' : 'Subscribed', value: since },
          ...suppressions.map(({ reason, when, detail, lifted }) => ({
            label: REASON_LABELS[reason],
            value: [when, detail, lifted].filter(Boolean).join(' · '),
          })),
        ]}
      />
      <p className="small ink2">{EXPLANATION[state]}</p>
      <div className="sbs-acts">
        {state === 'bounced' ? (
          <Form method="post">
            <input type="hidden" name="version" value={version} />
            <button type="submit" name="intent" value="lift" className="btn btn--line">
              Send again
            </button>
          </Form>
        ) : null}
        {canLeave ? (
          <Form method="post">
            <input type="hidden" name="version" value={version} />
            <button type="submit" name="intent" value="unsubscribe" className="btn btn--stop">
              Unsubscribe
            </button>
          </Form>
        ) : null}
      </div>
    </section>
  )
}

const EXPLANATION: Record<Subscriber['state'], string> = {
  subscribed: 'If this person asks you to stop, unsubscribe them here. Only they can subscribe again.',
  'not-confirmed':
    'This person hasn’t pressed the button in our email yet. Until then, we send them nothing.',
  unsubscribed: 'We won’t send this person your newsletter. Only they can subscribe again, on your site.',
  bounced: 'Emails came back, so we stopped sending. If the mailbox works again, you can resume.',
  complained: 'This person reported an email as spam. We won’t send them your newsletter again.',
}
