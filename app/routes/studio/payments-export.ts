import { recordDownload } from '~/domains/accounts/sign-ins/log.server'
import { readPaymentFilter } from '~/domains/booking/manage/payment-list'
import { exportPayments } from '~/domains/booking/manage/payment-list.server'
import { bookingsByNumber } from '~/domains/invoices/reading.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { csvResponse } from '~/platform/http/sent-file.server'
import type { Route } from './+types/payments-export'

/** The filtered list of payments as a CSV file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const person = requireStudio(context, request)
  const at = context.get(scope)
  const query = new URL(request.url).searchParams
  await recordDownload(at, person, 'Payments')
  const filter = readPaymentFilter((name) => query.get(name))
  const numbered = await bookingsByNumber(at, filter.search)
  return csvResponse(exportPayments(at, { ...filter, numbered }), 'payments.csv')
}
