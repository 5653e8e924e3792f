import { Form } from 'react-router'
import { readPeriod, readTotals } from '~/domains/invoices/period.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { Field } from '~/ui/field'
import { FactList } from '~/ui/studio/fact-list'
import { SectionTabs } from '~/ui/studio/section-tabs'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import { StudioTable } from '~/ui/studio/studio-table'
import '~/domains/invoices/ui/invoices.css'
import type { Route } from './+types/payment-totals'

/** What was invoiced and received in a period, by month, with downloads for the accountant. */
export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const at = context.get(scope)
  const query = new URL(request.url).searchParams
  const period = await readPeriod(at, { from: query.get('from'), until: query.get('until') })
  return { period, ...(await readTotals(at, period)) }
}

export const meta: Route.MetaFunction = () => studioMeta('Payment totals')

const right = (label: string) => ({ label, right: true })

export default function PaymentTotals({ loaderData: { period, months, sums } }: Route.ComponentProps) {
  const query = { from: period.from, until: period.until }
  return (
    <>
      <StudioHead title="Totals" />
      <SectionTabs />
      <div className="st-sheet st-sheet--wide">
        <Form
          action={studioPaths.paymentTotals()}
          className="inv-period"
          key={`${period.from} ${period.until}`}
        >
          <Field name="from" label="From" type="date" defaultValue={period.from} />
          <Field name="until" label="Through" type="date" defaultValue={period.until} />
          <button type="submit" className="btn btn--line">
            Show
          </button>
        </Form>
        <p className="ink2">
          Invoices less credit notes, by the date they were issued. Received is payments less refunds, by the
          date you recorded for them.
        </p>
        {months.length === 0 ? (
          <div className="empty">
            <p>No invoices or payments in this period.</p>
          </div>
        ) : (
          <StudioTable
            columns={['Month', right('Net'), right('Tax'), right('Total'), right('Received')]}
            caption="Totals by month"
            className="inv-months"
          >
            {months.map(({ month, net, tax, total, received }) => (
              <tr key={`${month} ${total}`}>
                <td>{month}</td>
                <td className="r" data-label="Net">
                  {net}
                </td>
                <td className="r" data-label="Tax">
                  {tax}
                </td>
                <td className="r" data-label="Total">
                  {total}
                </td>
                <td className="r" data-label="Received">
                  {received}
                </td>
              </tr>
            ))}
          </StudioTable>
        )}
        {sums.map((sum) => (
          <FactList
            key={sum.total}
            facts={[
              { label: 'Invoiced', value: sum.total },
              { label: 'Tax on invoices', value: sum.tax },
              { label: 'Received', value: sum.received },
              { label: 'Still open', value: sum.open },
              { label: 'Overdue', value: sum.overdue },
            ]}
          />
        ))}
        <div className="inv-acts">
          <a className="btn btn--line" href={studioPaths.invoiceExport(query)} download>
            Download as CSV
          </a>
          <a className="btn btn--line" href={studioPaths.invoiceArchive(query)} download>
            Download with PDFs (ZIP)
          </a>
        </div>
      </div>
    </>
  )
}
