import { data } from 'react-router'
import { readSettings } from '~/domains/content/operations.server'
import { openInvoice } from '~/domains/invoices/links.server'
import { readStanding } from '~/domains/invoices/reading.server'
import { DocumentSheet, StandingCard } from '~/domains/invoices/ui/document'
import { scope } from '~/platform/http/scope.server'
import { PageHead } from '~/ui/page-head'
import { paths } from '~/ui/paths'
import '~/domains/invoices/ui/invoices.css'
import type { Route } from './+types/invoice'

/** An invoice, credit note or receipt for the reader of its link. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const at = context.get(scope)
  const found = await openInvoice(at, request, params.invoice)
  if (!found) throw data(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  const { studio } = await readSettings(at)
  return { studioName: studio.name, view: found.view, standing: await readStanding(at, found) }
}

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'private, no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.view.title ?? 'Invoice'} · ${loaderData?.studioName ?? ''}` },
  { name: 'robots', content: 'noindex' },
]

export default function Invoice({ loaderData: { view, standing }, params }: Route.ComponentProps) {
  return (
    <>
      <PageHead title={view.title} />
      <div className="wrap inv-page">
        <DocumentSheet view={view} />
        <StandingCard view={view} standing={standing}>
          <a className="btn" href={paths.invoicePdf(params.invoice)} download>
            Download PDF
          </a>
        </StandingCard>
      </div>
    </>
  )
}
