import { Form, Link } from 'react-router'
import { useSendsMail } from '~/ui/sends-mail'
import { NoMailServer } from '~/ui/studio/no-mail-server'
import { studioPaths } from '~/ui/studio/studio-paths'
import { StudioTable } from '~/ui/studio/studio-table'
import { useIsOwner } from '~/ui/studio/use-is-owner'
import { type MailEntry, type MailState, mailStateLabel } from '../model'

type ShownMail = MailEntry & { isOutOfDate: boolean; created: string; sent: string | null }

interface MailTableProps {
  emails: ShownMail[]
  state: MailState | null
  isSearch: boolean
}

export function MailTable({ emails, state, isSearch }: MailTableProps) {
  if (emails.length === 0)
    return (
      <div className="empty">
        <p>{isSearch ? 'No matches. Try “All” or a different search.' : emptyNote(state)}</p>
      </div>
    )
  return (
    <StudioTable columns={['To', 'Subject', 'Status', { label: 'Written', right: true }]}>
      {emails.map((mail) => (
        <tr key={mail.id} data-row>
          <td>
            <Link className="st-row" to={studioPaths.email(mail.id)}>
              {mail.to.email}
            </Link>
          </td>
          <td className="st-wide">
            <span className="st-cut">{mail.subject}</span>
            {mail.failure ? <span className="st-cut s">{mail.failure}</span> : null}
          </td>
          <td>
            <MailStateTag {...mail} />
          </td>
          <td className="r mono">{mail.created}</td>
        </tr>
      ))}
    </StudioTable>
  )
}

const emptyNote = (state: MailState | null) =>
  state === 'failed' ? 'No failed emails.' : 'No emails yet. Emails your site sends will be listed here.'

const TAGS: Record<MailState, string> = {
  queued: 'tag tag--dev',
  waiting: 'tag tag--dev',
  sent: 'tag tag--fix',
  failed: 'tag tag--stop',
  'not-sent': 'tag',
}

export function MailStateTag({ state, isOutOfDate }: { state: MailState; isOutOfDate: boolean }) {
  return (
    <>
      <span className={TAGS[state]}>{mailStateLabel(state)}</span>
      {isOutOfDate && state !== 'not-sent' ? <span className="tag">Out of date</span> : null}
    </>
  )
}

interface WaitingMailProps {
  ready: number
  outOfDate: number
}

/** Emails written while there was no mail server, with actions for all of them. */
export function WaitingMailPanel({ ready, outOfDate }: WaitingMailProps) {
  const sendsMail = useSendsMail()
  const isOwner = useIsOwner()
  const all = ready + outOfDate
  return (
    <>
      <NoMailServer />
      {all === 0 ? null : (
        <div className="note">
          <div>
            <p>
              <strong>{waitedSentence(all, sendsMail)}</strong>
              {outOfDate > 0 ? ` ${outOfDateSentence(outOfDate, all)}` : null}
            </p>
            {sendsMail && ready > 0 ? (
              <Form method="post" className="st-act">
                <button type="submit" className="btn" name="intent" value="send-all">
                  {ready === 1 ? 'Send 1 email' : `Send ${ready} emails`}
                </button>
              </Form>
            ) : null}
            {isOwner ? <DiscardMail count={all} label="Discard all" intent="discard-all" /> : null}
          </div>
        </div>
      )}
    </>
  )
}

interface DiscardMailProps {
  count: number
  label: string
  intent: 'discard' | 'discard-all'
}

/** Asks for confirmation, so that one click can't discard anything. */
export function DiscardMail({ count, label, intent }: DiscardMailProps) {
  return (
    <details className="st-sure">
      <summary className="btn btn--line">{label}</summary>
      <Form method="post">
        <p>
          {count === 1 ? 'This email' : `These ${emails(count)}`} will never be sent. The list keeps{' '}
          {count === 1 ? 'it' : 'them'}, without links. You can’t undo this.
        </p>
        <button type="submit" className="btn btn--stop" name="intent" value={intent}>
          Discard {count === 1 ? 'email' : emails(count)}
        </button>
      </Form>
    </details>
  )
}

const emails = (count: number): string => (count === 1 ? '1 email' : `${count} emails`)

const waitedSentence = (count: number, sendsMail: boolean): string =>
  sendsMail
    ? `${emails(count)} waited for a mail server.`
    : `${emails(count)} ${count === 1 ? 'waits' : 'wait'} for a mail server.`

const outOfDateSentence = (count: number, all: number): string =>
  count === all
    ? 'Out of date: the sessions are over, or the links have expired.'
    : `${count} of them ${count === 1 ? 'is' : 'are'} out of date and won’t be sent.`
