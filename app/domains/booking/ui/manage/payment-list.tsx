import { Form, Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import { StudioTable } from '~/ui/studio/studio-table'
import {
  PAYMENT_VIEWS,
  type PaymentFilter,
  type PaymentLine,
  type PaymentView,
  writePaymentFilter,
} from '../../manage/payment-list'
import { WordsField } from './booking-list'

const VIEW_LABELS: Record<PaymentView, string> = { open: 'Open', overdue: 'Overdue', paid: 'Paid' }

const EMPTY: Record<PaymentView, string> = {
  open: 'Nothing is due today or later. Late payments are under Overdue.',
  overdue: 'You’re all caught up. What’s still owed after its due date will show up here.',
  paid: 'No paid bookings yet. They’ll show up here when you record a payment.',
}

/** The filter form. It uses GET, so each filter has a URL. */
export function PaymentFilters({ filter }: { filter: PaymentFilter }) {
  const query = writePaymentFilter(filter)
  return (
    <div className="st-filter bkd-filter">
      <nav className="seg" aria-label="Which payments">
        {PAYMENT_VIEWS.map((view) => (
          <Link
            key={view}
            to={studioPaths.payments(writePaymentFilter({ ...filter, view }))}
            aria-current={filter.view === view ? 'true' : undefined}
          >
            {VIEW_LABELS[view]}
          </Link>
        ))}
      </nav>
      <Form action={studioPaths.payments()} role="search" className="bkd-narrow" key={JSON.stringify(query)}>
        {query.view ? <input type="hidden" name="view" value={query.view} /> : null}
        <WordsField value={filter.search} label="Name, email, reference, or invoice number" />
        <button type="submit" className="btn btn--line">
          Show
        </button>
      </Form>
    </div>
  )
}

export function PaymentTable({ lines, filter }: { lines: PaymentLine[]; filter: PaymentFilter }) {
  if (lines.length === 0)
    return (
      <div className="empty">
        <p>{filter.search === '' ? EMPTY[filter.view] : 'No matches. Search for something else.'}</p>
      </div>
    )
  return (
    <StudioTable columns={['Client', 'Due', { label: 'Balance due', right: true }]}>
      {lines.map((line) => (
        <tr key={line.id}>
          <td>
            <Link className="st-row" to={studioPaths.booking(line.id)} prefetch="intent">
              {line.name}
            </Link>
            <span className="st-cut s">{line.title}</span>
          </td>
          <td>{line.due}</td>
          <td className="r bkd-when">
            <span className="bkd-sum">{line.open}</span>
            <span className="ink2">{line.balance}</span>
          </td>
        </tr>
      ))}
    </StudioTable>
  )
}
