import { type InvoiceStatus, STATUS_LABELS } from '../labels'

interface ClientDocumentsProps {
  documents: { title: string; amount: string; issued: string; status: InvoiceStatus; link: string }[]
}

/** A client's invoices and receipts, each with its link. */
export function ClientDocuments({ documents }: ClientDocumentsProps) {
  return (
    <dl className="rev mng__facts">
      {documents.map(({ title, amount, issued, status, link }) => (
        <div key={link}>
          <dt>
            <a href={link}>{title}</a>
          </dt>
          <dd>
            {amount}, {issued}
            {status === 'issued' ? '' : `, ${STATUS_LABELS[status].toLowerCase()}`}
          </dd>
        </div>
      ))}
    </dl>
  )
}
