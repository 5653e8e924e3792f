import { openGallery } from '~/domains/galleries/access/operations.server'
import { readPhotoTile } from '~/domains/galleries/downloads/operations.server'
import { pictureResponse } from '~/platform/http/download.server'
import { plainPage } from '~/platform/http/plain-page.server'
import { scope } from '~/platform/http/scope.server'
import type { Route } from './+types/tile'

/** A piece of a photo at its full size (`{column}-{row}.jpg`), for zooming. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const [, column, row] = /^(\d{1,3})-(\d{1,3})\.jpg$/.exec(params.tile) ?? []
  const opened = await openGallery(at, request, params.gallery)
  if (!opened.ok || column === undefined || row === undefined) return nothing()
  const wanted = { itemId: params.item, column: Number(column), row: Number(row) }
  const tile = await at.aside(() => readPhotoTile(at, opened.access, wanted))
  if (tile.ok) return pictureResponse(tile.jpeg)
  return tile.reason === 'busy'
    ? plainPage(503, 'Other photos are being prepared. Please try again in a few seconds.', {
        'Retry-After': '2',
      })
    : nothing()
}

const nothing = () => new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
