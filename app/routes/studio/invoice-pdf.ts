import { renderDocument } from '~/domains/invoices/pdf.server'
import { readInvoice } from '~/domains/invoices/reading.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { pdfResponse } from '~/platform/http/sent-file.server'
import type { Route } from './+types/invoice-pdf'

/** The PDF of a document. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  requireStudio(context, request)
  const at = context.get(scope)
  const found = await readInvoice(at, params.invoice)
  if (!found) throw new Response(null, { status: 404 })
  const { document, issuedAt } = found
  const pdf = await renderDocument(at, { document, issuedAt })
  return pdfResponse(pdf, `${document.number}.pdf`)
}
