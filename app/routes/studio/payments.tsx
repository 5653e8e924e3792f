import { readPaymentFilter, writePaymentFilter } from '~/domains/booking/manage/payment-list'
import { listPayments } from '~/domains/booking/manage/payment-list.server'
import { PaymentFilters, PaymentTable } from '~/domains/booking/ui/manage/payment-list'
import { bookingsByNumber } from '~/domains/invoices/reading.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import { SectionTabs } from '~/ui/studio/section-tabs'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/booking/ui/manage/manage.css'
import type { Route } from './+types/payments'

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const { searchParams } = new URL(request.url)
  const filter = readPaymentFilter((name) => searchParams.get(name))
  const at = context.get(scope)
  const numbered = await bookingsByNumber(at, filter.search)
  return { ...(await listPayments(at, { ...filter, numbered }, searchParams.get('after'))), filter }
}

export const meta: Route.MetaFunction = () => studioMeta('Payments')

export default function Payments({ loaderData: { lines, next, filter } }: Route.ComponentProps) {
  const query = writePaymentFilter(filter)
  return (
    <>
      <StudioHead title="Payments" />
      <SectionTabs />
      <PaymentFilters filter={filter} />
      <PaymentTable lines={lines} filter={filter} />
      <div className="st-next st-act">
        {next === null ? null : (
          <ButtonLink to={studioPaths.payments({ ...query, after: next })} variant="line">
            {filter.view === 'paid' ? 'Older' : 'Later'}
          </ButtonLink>
        )}
        {lines.length === 0 ? null : (
          <a className="btn btn--line" href={studioPaths.paymentExport(query)} download>
            Download as CSV
          </a>
        )}
      </div>
    </>
  )
}
