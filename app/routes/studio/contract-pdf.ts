import { data } from 'react-router'
import { readPdfOfContract } from '~/domains/contracts/copies.server'
import { pdfResponse } from '~/platform/http/download.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import type { Route } from './+types/contract-pdf'

/** The signed PDF of a version. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const pdf = await readPdfOfContract(context.get(scope), params.contract, Number(params.number))
  if (!pdf) throw data(null, { status: 404 })
  return pdfResponse(pdf.bytes, `${pdf.title}.pdf`)
}
