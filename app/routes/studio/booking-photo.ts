import { data } from 'react-router'
import { openClientPhoto } from '~/domains/photos/client-photos.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { storedFile } from '~/platform/http/sent-file.server'
import type { Route } from './+types/booking-photo'

/** A photo that a client added to an answer, as it was sent. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const asked = { bookingId: params.booking, id: params.photo }
  const opened = await openClientPhoto(context.get(scope), asked)
  if (!opened) throw data(null, 404)
  return storedFile(opened)
}
