import { data } from 'react-router'
import { openGallery } from '~/domains/galleries/access/operations.server'
import { scope } from '~/platform/http/scope.server'
import type { Route } from './+types/client-gallery-photo'

/** A photo of a client gallery by its own address. The gallery's page loads it, and shows it in the lightbox. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const opened = await openGallery(context.get(scope), request, params.gallery)
  // The gallery's page explains what to do.
  if (!opened.ok) throw data(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  return null
}

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'private, no-store' })

export default function ClientGalleryPhoto() {
  return null
}
