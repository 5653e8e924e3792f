import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { data } from 'react-router'
import { openClientPhoto } from '~/domains/photos/client-photos.server'
import { attachment } from '~/platform/http/download.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import type { Route } from './+types/booking-photo'

/** A photo that a client added to an answer, as it was sent. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const asked = { bookingId: params.booking, id: params.photo }
  const opened = await openClientPhoto(context.get(scope), asked)
  if (!opened) throw data(null, 404)
  const { file, name, type } = opened
  return new Response(Readable.toWeb(file.stream()) as ReadableStream as BodyInit, {
    headers: {
      'Content-Type': type,
      'Content-Length': String(file.size),
      'Content-Disposition': attachment(name),
      'Cache-Control': 'private, no-store',
    },
  })
}
