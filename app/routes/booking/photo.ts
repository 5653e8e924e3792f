import { data } from 'react-router'
import { openBooking } from '~/domains/booking/client/operations.server'
import { previewClientPhoto } from '~/domains/photos/client-photos.server'
import { pictureResponse } from '~/platform/http/download.server'
import { requireOpened } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import type { Route } from './+types/photo'

/** A small picture of a photo that the client added to an answer, for someone who receives the booking's emails. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const { booking, isProven } = requireOpened(await openBooking(at, request), context, request)
  const asked = { bookingId: booking.id, id: params.photo }
  const picture = isProven ? await at.aside(() => previewClientPhoto(at, asked)) : undefined
  if (!picture) throw data(null, 404)
  return pictureResponse(picture)
}
