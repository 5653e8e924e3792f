import { WithTimes } from '~/platform/with-times'
import { STATUS_LABELS } from '../labels'
import type { ClientDocument } from '../reading.server'

interface ClientDocumentsProps {
  documents: ClientDocument[]
}

/** The same in the client's account, as rows. */
export const OwnDocuments = ({ documents }: ClientDocumentsProps) => (
  <ul className="acct__rows">
    {documents.map(({ title, amount, issued, status, left, link }) => (
      <li key={link}>
        <p>
          <a className="txt tap" href={link}>
            {title}
          </a>
          <span className="small ink2">{issued}</span>
        </p>
        <p>
          {status === 'issued' ? amount : `${amount} · ${STATUS_LABELS[status]}`}
          {left === '' ? null : <span className="small ink2">{left} left to pay</span>}
        </p>
      </li>
    ))}
  </ul>
)

/** A client's invoices and receipts, each with its link. */
export function ClientDocuments({ documents }: ClientDocumentsProps) {
  return (
    <dl className="rev mng__facts">
      {documents.map(({ title, amount, issued, status, left, link }) => (
        <div key={link}>
          <dt>
            <a className="txt tap" href={link}>
              {title}
            </a>
          </dt>
          <dd>
            {amount}, <WithTimes>{issued}</WithTimes>
            {status === 'issued' ? null : (
              <span className="mng__line ink2">
                {left === '' ? STATUS_LABELS[status] : `${STATUS_LABELS[status]}, ${left} left to pay`}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
