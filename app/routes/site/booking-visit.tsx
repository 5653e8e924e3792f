import { useRef } from 'react'
import { Outlet } from 'react-router'
import { readPlacePictures } from '~/domains/booking/places/operations.server'
import { listSessionTypes } from '~/domains/booking/session-types/operations.server'
import { type Offered, VisitContext } from '~/domains/booking/ui/booking-steps'
import { listServices } from '~/domains/content/operations.server'
import { readGalleryStrip } from '~/domains/galleries/operations.server'
import { scope } from '~/platform/http/scope.server'
import '~/domains/booking/ui/booking-steps.css'
import '~/domains/booking/ui/booking-summary.css'
import type { Route } from './+types/booking-visit'

/** Data for every step that doesn't depend on choices, loaded once per visit. */
export async function loader({ context }: Route.LoaderArgs): Promise<Offered> {
  const at = context.get(scope)
  const [types, services, placePictures] = await Promise.all([
    listSessionTypes(at),
    listServices(at),
    readPlacePictures(at),
  ])
  const pairs = types.flatMap(({ slug, serviceSlug }) => {
    const service = services.find((each) => each.slug === serviceSlug)
    const photo = service?.photo ?? service?.thumbnail
    return photo ? [[slug, photo] as const] : []
  })
  const gallery = types.length > 0 ? [] : await readGalleryStrip(at)
  return { types, pictures: Object.fromEntries(pairs), placePictures, gallery }
}

export const shouldRevalidate = () => false

export default function BookingVisit({ loaderData }: Route.ComponentProps) {
  const shown = useRef<string | null>(null)
  const visit = useRef({ shown })
  return (
    <VisitContext value={visit.current}>
      <Outlet context={loaderData} />
    </VisitContext>
  )
}
