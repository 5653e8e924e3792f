import { recordDownload } from '~/domains/accounts/sign-ins/log.server'
import { readPeriod, zipInvoices } from '~/domains/invoices/period.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { sentFile } from '~/platform/http/sent-file.server'
import type { Route } from './+types/invoices-archive'

/** The documents of a period as a CSV file and PDFs, in a ZIP archive. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const person = requireStudio(context, request)
  const at = context.get(scope)
  const query = new URL(request.url).searchParams
  const period = await readPeriod(at, { from: query.get('from'), until: query.get('until') })
  await recordDownload(at, person, 'Invoices with PDFs')
  return sentFile(zipInvoices(at, period), {
    fileName: `invoices-${period.from}-${period.until}.zip`,
    type: 'application/zip',
  })
}
