import { recordDownload } from '~/domains/accounts/sign-ins/log.server'
import { exportInvoices, readPeriod } from '~/domains/invoices/period.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { csvResponse } from '~/platform/http/sent-file.server'
import type { Route } from './+types/invoices-export'

/** The documents of a period as a CSV file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const person = requireStudio(context, request)
  const at = context.get(scope)
  const query = new URL(request.url).searchParams
  const period = await readPeriod(at, { from: query.get('from'), until: query.get('until') })
  await recordDownload(at, person, 'Invoices')
  return csvResponse(exportInvoices(at, period), `invoices-${period.from}-${period.until}.csv`)
}
