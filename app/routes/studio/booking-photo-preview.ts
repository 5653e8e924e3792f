import { data } from 'react-router'
import { previewClientPhoto } from '~/domains/photos/client-photos.server'
import { pictureResponse } from '~/platform/http/download.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import type { Route } from './+types/booking-photo-preview'

/** A small picture of a photo that a client added to an answer. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const at = context.get(scope)
  const asked = { bookingId: params.booking, id: params.photo }
  const picture = await at.aside(() => previewClientPhoto(at, asked))
  if (!picture) throw data(null, 404)
  return pictureResponse(picture)
}
