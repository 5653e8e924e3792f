import { openInvoice } from '~/domains/invoices/links.server'
import { renderDocument } from '~/domains/invoices/pdf.server'
import { scope } from '~/platform/http/scope.server'
import { pdfResponse } from '~/platform/http/sent-file.server'
import type { Route } from './+types/invoice-pdf'

/** The PDF for the reader of a link. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const at = context.get(scope)
  const found = await openInvoice(at, request, params.invoice)
  if (!found) throw new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  const { document, issuedAt } = found
  const pdf = await renderDocument(at, { document, issuedAt })
  return pdfResponse(pdf, `${document.number}.pdf`)
}
