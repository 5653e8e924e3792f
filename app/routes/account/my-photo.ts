import { data } from 'react-router'
import { openMyPhoto } from '~/domains/privacy/operations.server'
import { requirePerson } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { storedFile } from '~/platform/http/sent-file.server'
import type { Route } from './+types/my-photo'

/** A photo that the signed-in person added to a booking, as it was sent. Their data names it. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const my = { ...context.get(scope), actor: requirePerson(context, request) }
  const opened = await openMyPhoto(my, { bookingId: params.booking, id: params.photo })
  if (!opened) throw data(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  return storedFile(opened)
}
