import { DOCUMENT_KINDS, type DocumentKind } from '~/domains/invoices/labels'
import { listInvoices } from '~/domains/invoices/reading.server'
import { InvoiceFilters, InvoiceTable } from '~/domains/invoices/ui/invoice-list'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import { SectionTabs } from '~/ui/studio/section-tabs'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/booking/ui/manage/manage.css'
import '~/domains/invoices/ui/invoices.css'
import type { Route } from './+types/invoices'

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const query = new URL(request.url).searchParams
  const kind = DOCUMENT_KINDS.find((each) => each === query.get('kind')) ?? null
  const filter: { kind: DocumentKind | null; search: string } = {
    kind,
    search: (query.get('q') ?? '').trim().slice(0, 200),
  }
  return { filter, ...(await listInvoices(context.get(scope), filter, query.get('after'))) }
}

export const meta: Route.MetaFunction = () => studioMeta('Invoices')

export default function Invoices({ loaderData: { filter, entries, next } }: Route.ComponentProps) {
  const isFiltered = filter.kind !== null || filter.search !== ''
  return (
    <>
      <StudioHead title="Invoices" />
      <SectionTabs />
      <InvoiceFilters filter={filter} />
      <InvoiceTable
        entries={entries}
        empty={
          isFiltered
            ? 'No matches. Search for something else.'
            : 'No invoices yet. Open a booking and choose “Invoices and receipts” to create the first one.'
        }
      />
      {next === null ? null : (
        <div className="st-next st-act">
          <ButtonLink
            to={studioPaths.invoices({ kind: filter.kind, q: filter.search || null, after: next })}
            variant="line"
          >
            Older
          </ButtonLink>
        </div>
      )}
    </>
  )
}
