import { data } from 'react-router'
import { readSettings } from '~/domains/content/operations.server'
import { readDelivery } from '~/domains/galleries/delivering/deliveries/operations.server'
import { DeliveryTag, sentLabel } from '~/domains/galleries/delivering/ui/delivery-table'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import '~/ui/styles/deliveries.css'
import { FactList } from '~/ui/studio/fact-list'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Route } from './+types/delivery-receipt'

/** One download, to be printed. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const at = context.get(scope)
  const { studio } = await readSettings(at)
  const found = await readDelivery(at, {
    gallery: params.gallery,
    id: params.download,
    zone: studio.timeZone,
  })
  if (!found) throw data(null, { status: 404 })
  return { ...found, business: { name: studio.name, email: studio.email } }
}

export const meta: Route.MetaFunction = () => studioMeta('Receipt')

export default function DeliveryReceipt({
  loaderData: { gallery, delivery, business },
}: Route.ComponentProps) {
  const facts = [
    { label: 'Fetched by', value: delivery.who },
    { label: 'Gallery', value: gallery.title },
    { label: 'What', value: delivery.what },
    { label: 'Size', value: delivery.size },
    { label: 'Photographs', value: delivery.photographs.toLocaleString('en-US') },
    { label: 'Sent', value: `${sentLabel(delivery)} (${delivery.sentBytes.toLocaleString('en-US')} bytes)` },
    { label: 'Begun', value: delivery.started },
    delivery.completed === null
      ? { label: 'Last sent', value: delivery.last }
      : { label: 'Completed', value: delivery.completed },
    { label: 'Content', value: delivery.fingerprint },
    { label: 'Receipt', value: delivery.id },
  ]
  return (
    <>
      <StudioHead title="Receipt" up={{ label: 'Deliveries', to: studioPaths.deliveries(gallery.id) }}>
        <button type="button" className="btn" onClick={() => window.print()}>
          Print
        </button>
      </StudioHead>
      <article className="st-sheet rcpt">
        <p className="small rcpt__by">
          {business.name}, {business.email}
        </p>
        <div className="st-sheet__h">
          <DeliveryTag delivery={delivery} />
        </div>
        <FactList facts={facts} />
        <p className="small measure rcpt__fine">
          Bytes count as sent when the network took them from our server; the last one, when the other side
          had not hung up. Content names exactly these photographs under these names.
        </p>
      </article>
    </>
  )
}
