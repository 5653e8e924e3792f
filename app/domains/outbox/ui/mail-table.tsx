import { Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { MailState } from '../model'
import { type MailEntry, mailStateLabel } from '../viewing/model'

type ShownMail = MailEntry & { isOutOfDate: boolean; created: string; sent: string | null }

interface MailTableProps {
  mails: ShownMail[]
  state: MailState | null
  isSearch: boolean
}

export function MailTable({ mails, state, isSearch }: MailTableProps) {
  if (mails.length === 0)
    return (
      <div className="empty">
        <p>{isSearch ? 'No matches. Try “All” or a different search.' : emptyNote(state)}</p>
      </div>
    )
  return (
    <table className="tbl st-tbl">
      <thead>
        <tr>
          <th scope="col">To</th>
          <th scope="col">Subject</th>
          <th scope="col">Status</th>
          <th scope="col" className="r">
            Written
          </th>
        </tr>
      </thead>
      <tbody>
        {mails.map((mail) => (
          <tr key={mail.id} data-row>
            <td>
              <Link className="st-row" to={studioPaths.email(mail.id)}>
                {mail.to.email}
              </Link>
            </td>
            <td>
              <span className="st-cut">{mail.subject}</span>
              {mail.failure ? <span className="st-cut s">{mail.failure}</span> : null}
            </td>
            <td>
              <MailStateTag {...mail} />
            </td>
            <td className="r mono">{mail.created}</td>
          </tr>
        ))}
      </tbody>
    </table>
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
