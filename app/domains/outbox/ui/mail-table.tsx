import { Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { MailEntry, MailState } from '../viewing/model'

type ShownMail = MailEntry & { created: string; sent: string | null }

interface MailTableProps {
  mails: ShownMail[]
  state: MailState | null
  isSearch: boolean
}

export function MailTable({ mails, state, isSearch }: MailTableProps) {
  if (mails.length === 0)
    return (
      <div className="empty">
        <p>{isSearch ? 'Nothing found. Look in “All”, or search for less.' : emptyNote(state)}</p>
      </div>
    )
  return (
    <table className="tbl st-tbl">
      <thead>
        <tr>
          <th scope="col">To</th>
          <th scope="col">Subject</th>
          <th scope="col">State</th>
          <th scope="col" className="r">
            Written
          </th>
        </tr>
      </thead>
      <tbody>
        {mails.map((mail) => (
          <tr key={mail.id} data-row>
            <td>
              <Link className="st-row" to={studioPaths.sentMail(mail.id)}>
                {mail.to.email}
              </Link>
            </td>
            <td>
              <span className="st-cut">{mail.subject}</span>
              {mail.failure ? <span className="st-cut s">{mail.failure}</span> : null}
            </td>
            <td>
              <MailStateTag state={mail.state} />
            </td>
            <td className="r mono">{mail.created}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const emptyNote = (state: MailState | null) =>
  state === 'failed' ? 'Every mail has left.' : 'No mail here. What the site sends will be listed.'

export function MailStateTag({ state }: { state: MailState }) {
  if (state === 'sent') return <span className="tag tag--fix">Sent</span>
  if (state === 'failed') return <span className="tag tag--stop">Failed</span>
  return <span className="tag tag--dev">Waiting</span>
}
