import { Form, Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import { StudioTable } from '~/ui/studio/studio-table'
import {
  DOCUMENT_KINDS,
  type DocumentKind,
  type InvoiceEntry,
  type InvoiceStatus,
  KIND_LABELS,
  STATUS_LABELS,
} from '../labels'

interface FilterProps {
  filter: { kind: DocumentKind | null; search: string }
}

/** The filter form. It uses GET, so each filter has a URL. */
export function InvoiceFilters({ filter: { kind, search } }: FilterProps) {
  const to = (each: DocumentKind | null) =>
    studioPaths.invoices({ kind: each, q: search === '' ? null : search })
  return (
    <div className="st-filter bkd-filter">
      <nav className="seg" aria-label="Which documents">
        <Link to={to(null)} aria-current={kind === null ? 'true' : undefined}>
          All
        </Link>
        {DOCUMENT_KINDS.map((each) => (
          <Link key={each} to={to(each)} aria-current={kind === each ? 'true' : undefined}>
            {KIND_LABELS[each]}s
          </Link>
        ))}
      </nav>
      <Form
        action={studioPaths.invoices()}
        role="search"
        className="bkd-narrow"
        key={`${kind ?? ''} ${search}`}
      >
        {kind === null ? null : <input type="hidden" name="kind" value={kind} />}
        <label className="bkd-words">
          Number, name, or email
          <input className="in" type="search" name="q" defaultValue={search} maxLength={200} />
        </label>
        <button type="submit" className="btn btn--line">
          Show
        </button>
      </Form>
    </div>
  )
}

export function InvoiceTable({ entries, empty }: { entries: InvoiceEntry[]; empty: string }) {
  if (entries.length === 0)
    return (
      <div className="empty">
        <p>{empty}</p>
      </div>
    )
  return (
    <StudioTable columns={['Number', 'Client', 'Date', 'Status', { label: 'Amount', right: true }]}>
      {entries.map(({ id, kind, number, client, email, issued, status, amount }) => (
        <tr key={id}>
          <td>
            <Link className="st-row" to={studioPaths.invoice(id)} prefetch="intent">
              {number}
            </Link>
            <span className="st-cut s">{KIND_LABELS[kind]}</span>
          </td>
          <td>
            {client}
            <span className="st-cut s">{email}</span>
          </td>
          <td>{issued}</td>
          <td>
            <InvoiceTag status={status} />
          </td>
          <td className="r">{amount}</td>
        </tr>
      ))}
    </StudioTable>
  )
}

const TAGS: Record<InvoiceStatus, string> = {
  issued: 'tag',
  open: 'tag tag--dev',
  overdue: 'tag tag--stop',
  paid: 'tag tag--fix',
  ended: 'tag tag--hollow',
  credited: 'tag tag--hollow',
  voided: 'tag tag--hollow',
}

export const InvoiceTag = ({ status }: { status: InvoiceStatus }) => (
  <span className={TAGS[status]}>{STATUS_LABELS[status]}</span>
)
