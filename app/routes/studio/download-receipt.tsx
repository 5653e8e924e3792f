import { data } from 'react-router'
import { readSettings } from '~/domains/content/operations.server'
import { readReceipt } from '~/domains/galleries/downloads/receipts.server'
import { DownloadTag, sentLabel } from '~/domains/galleries/downloads/ui/download-activity'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import '~/domains/galleries/downloads/ui/download-activity.css'
import { FactList } from '~/ui/studio/fact-list'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Route } from './+types/download-receipt'

/** The record of one download, for printing. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const at = context.get(scope)
  const { studio } = await readSettings(at)
  const found = await readReceipt(at, {
    gallery: params.gallery,
    id: params.download,
    zone: studio.timeZone,
  })
  if (!found) throw data(null, { status: 404 })
  return { ...found, business: { name: studio.name, email: studio.email } }
}

export const meta: Route.MetaFunction = () => studioMeta('Download receipt')

export default function DownloadReceiptPage({
  loaderData: { gallery, receipt, business },
}: Route.ComponentProps) {
  const facts = [
    { label: 'Downloaded by', value: receipt.who },
    { label: 'Gallery', value: gallery.title },
    { label: 'Download', value: receipt.what },
    { label: 'Size', value: receipt.size },
    { label: 'Photos', value: receipt.photos.toLocaleString('en-US') },
    { label: 'Sent', value: `${sentLabel(receipt)} (${receipt.sentBytes.toLocaleString('en-US')} bytes)` },
    { label: 'Started', value: receipt.started },
    receipt.completed === null
      ? { label: 'Last sent', value: receipt.last }
      : { label: 'Completed', value: receipt.completed },
    { label: 'Content', value: receipt.fingerprint },
    { label: 'Download receipt', value: receipt.id },
  ]
  return (
    <>
      <StudioHead title="Receipt" up={{ label: 'Downloads', to: studioPaths.galleryDownloads(gallery.id) }}>
        <button type="button" className="btn" onClick={() => window.print()}>
          Print
        </button>
      </StudioHead>
      <article className="st-sheet rcpt">
        <p className="small rcpt__by">
          {business.name}, {business.email}
        </p>
        <div className="st-sheet__h">
          <DownloadTag receipt={receipt} />
        </div>
        <FactList facts={facts} />
        <p className="small measure rcpt__fine">
          Bytes count as sent once the network accepts them from our server. The last byte counts only if the
          connection was still open. Content identifies exactly these photos under these names.
        </p>
      </article>
    </>
  )
}
