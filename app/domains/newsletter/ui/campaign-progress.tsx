import { Form, Link } from 'react-router'
import { Figures } from '~/ui/studio/fact-list'
import { studioPaths } from '~/ui/studio/studio-paths'
import { StudioTable } from '~/ui/studio/studio-table'
import type { CampaignState, RecipientCounts, RecipientState } from '../campaigns/model'
import { CampaignTag } from './campaign-fields'

interface CampaignProgressProps {
  id: string
  state: CampaignState
  when: string | null
  trouble: string
  figures: RecipientCounts & Record<'unsubscribed' | 'bookings' | 'bounced' | 'complained', number>
  /** null: not counted. */
  clicks: { people: number; links: { link: number; href: string; people: number }[] } | null
  /** The listed recipients. */
  show: RecipientState | null
  isArchived: boolean
  /** The owner pressed the button that stops sending. */
  asksToStop: boolean
}

const LABELS: Record<RecipientState, string> = {
  queued: 'To be sent',
  sending: 'Being sent',
  sent: 'Sent',
  refused: 'Refused',
  uncertain: 'Uncertain',
  skipped: 'Skipped',
}

/** How far sending is, what came of it, and what can be done. */
export function CampaignProgress(props: CampaignProgressProps) {
  const { id, state, when, trouble, figures, clicks } = props
  const { queued, sending, sent, refused, uncertain, skipped } = figures
  const total = queued + sending + sent + refused + uncertain + skipped
  const toSend = queued + sending
  const waiting = queued > 0 ? (['queued'] as const) : []
  const states = ([...waiting, 'sent', 'refused', 'uncertain', 'skipped'] as const).map((each) => ({
    ...{ label: LABELS[each], count: figures[each].toLocaleString('en-US') },
    to: `${studioPaths.campaignProgress(id, { show: each })}#recipients`,
  }))
  return (
    <section className="st-sheet" aria-label="Progress">
      <p className="wf-state">
        <CampaignTag state={state} />
        {when === null ? null : <span>{when}</span>}
        <span>
          {total.toLocaleString('en-US')} recipients
          {toSend > 0 ? `, ${toSend.toLocaleString('en-US')} still to be sent` : ''}
        </span>
      </p>
      {total > 0 && toSend > 0 ? (
        <progress className="cmp-progress" max={total} value={total - toSend} aria-label="Sent so far" />
      ) : null}
      {trouble ? (
        <p className="note note--stop" role="status">
          <span>
            {state === 'paused' ? 'Sending was paused. ' : 'Sending waits and will be tried again. '}
            The mail server answered: {trouble}
            {state === 'paused' ? (
              <>
                <br />
                When that’s fixed, resume sending.
              </>
            ) : null}
          </span>
        </p>
      ) : null}
      {uncertain > 0 ? (
        <p className="note note--dev">
          <span>
            For {uncertain === 1 ? 'one recipient' : `${uncertain} recipients`}, the mail server’s answer was
            lost. They may have gotten the newsletter, so it isn’t sent to them again.
          </span>
        </p>
      ) : null}
      <Figures figures={states} />
      <dl className="st-facts">
        <div>
          <dt>Bounced within 14 days</dt>
          <dd>{figures.bounced.toLocaleString('en-US')}</dd>
        </div>
        <div>
          <dt>Reported as spam within 14 days</dt>
          <dd>{figures.complained.toLocaleString('en-US')}</dd>
        </div>
        <div>
          <dt>Unsubscribed with a link of this newsletter</dt>
          <dd>{figures.unsubscribed.toLocaleString('en-US')}</dd>
        </div>
        <div>
          <dt>Bookings by recipients within 14 days</dt>
          <dd>{figures.bookings.toLocaleString('en-US')}</dd>
        </div>
        {clicks ? (
          <div>
            <dt>People who clicked a link</dt>
            <dd>{clicks.people.toLocaleString('en-US')}</dd>
          </div>
        ) : null}
      </dl>
      <p className="small ink2">
        A booking counts if a recipient made it within 14 days of getting this newsletter, whatever led to it.
        If they got several newsletters before booking, it counts for the last one. Canceled bookings don’t
        count.
      </p>
      <Steps {...props} />
    </section>
  )
}

/** What the owner can do now. Only stopping can't be undone, so it takes a second press. */
function Steps({ id, state, figures, isArchived, asksToStop }: CampaignProgressProps) {
  const button = (intent: string, label: string, look: string) => (
    <button type="submit" className={`btn ${look}`} name="intent" value={intent}>
      {label}
    </button>
  )
  const canStop = state === 'sending' || state === 'paused'
  if (canStop && asksToStop)
    return (
      <Form method="post" className="cmp-stop">
        <p>
          {figures.queued === 1 ? '1 recipient' : `${figures.queued.toLocaleString('en-US')} recipients`}{' '}
          won’t get this newsletter. You can’t undo this.
          {state === 'sending' ? ' To continue later, pause instead.' : null}
        </p>
        <div className="st-act">
          {button('stop', 'Stop sending', 'btn--stop')}
          {state === 'sending' ? button('pause', 'Pause sending', 'btn--line') : null}
          <Link className="btn btn--quiet" to={studioPaths.campaignProgress(id)} preventScrollReset>
            {state === 'sending' ? 'Keep sending' : 'Keep paused'}
          </Link>
        </div>
      </Form>
    )
  return (
    <Form method="post" className="st-act">
      {state === 'sending' ? button('pause', 'Pause sending', 'btn--line') : null}
      {state === 'paused' ? button('resume', 'Resume sending', '') : null}
      {canStop ? (
        <Link
          className="btn btn--stop"
          to={studioPaths.campaignProgress(id, { stop: 'ask' })}
          preventScrollReset
        >
          Stop sending
        </Link>
      ) : null}
      {isArchived
        ? button('unarchive', 'Hide from the site', 'btn--line')
        : button('archive', 'Show on the site', 'btn--line')}
    </Form>
  )
}

/** How many people opened each link. */
export function ClickedLinks({ links }: NonNullable<CampaignProgressProps['clicks']>) {
  return (
    <>
      <div className="cmp-head">
        <h2 className="st-h2">Clicks</h2>
        <p className="ink2">
          Each person counts once per link. Some mail servers open links to check them, so a few of these may
          not be people.
        </p>
      </div>
      <StudioTable columns={['Link', { label: 'People', right: true }]}>
        {links.map(({ link, href, people }) => (
          <tr key={link} data-row>
            <td className="st-wide">{href}</td>
            <td className="r mono">{people.toLocaleString('en-US')}</td>
          </tr>
        ))}
      </StudioTable>
    </>
  )
}

interface RecipientListProps {
  state: RecipientState
  recipients: { number: number; email: string; answer: string; when: string | null }[]
}

/** Recipients in one state, with the mail server's answers. */
export function RecipientList({ state, recipients }: RecipientListProps) {
  return (
    <>
      <h2 className="st-h2 cmp-head" id="recipients">
        {LABELS[state]}
      </h2>
      {recipients.length === 0 ? (
        <div className="empty">
          <p>No recipients.</p>
        </div>
      ) : (
        <StudioTable columns={['Email', 'Answer', { label: 'Time', right: true }]}>
          {recipients.map(({ number, email, answer, when }) => (
            <tr key={number} data-row>
              <td className="st-wide">{email || 'Deleted'}</td>
              <td>{answer}</td>
              <td className="r mono">{when}</td>
            </tr>
          ))}
        </StudioTable>
      )}
    </>
  )
}
