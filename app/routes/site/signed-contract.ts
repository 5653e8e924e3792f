import { data } from 'react-router'
import { readSignedPdf } from '~/domains/contracts/copies.server'
import { openSigning } from '~/domains/contracts/signing/operations.server'
import { pdfResponse } from '~/platform/http/download.server'
import { requireOpened } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import type { Route } from './+types/signed-contract'

/** The signed PDF, for everyone who signed it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const { signing } = requireOpened(await openSigning(at, request), context, request)
  const pdf = await readSignedPdf(at, signing.version.id)
  if (!pdf) throw data(null, 404)
  return pdfResponse(pdf.bytes, `${pdf.title}.pdf`)
}
