import { readShareCover } from '~/domains/galleries/client-gallery/share-card.server'
import { scope } from '~/platform/http/scope.server'
import type { Route } from './+types/link-cover'

/** The cover on a share link's card, as long as the link opens the gallery without a PIN. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const picture = await readShareCover(context.get(scope), params.token)
  if (!picture) throw new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  return new Response(new Uint8Array(picture), {
    headers: { 'Content-Type': 'image/jpeg', 'Cache-Control': 'private, no-store' },
  })
}
