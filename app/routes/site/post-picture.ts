import { readSocialPicture } from '~/domains/blog/social-picture.server'
import { isPageShown } from '~/domains/content/operations.server'
import { scope } from '~/platform/http/scope.server'
import type { Route } from './+types/post-picture'

/** The picture of a shared link to a post. Its name changes with what it shows. */
export async function loader({ params: { post, picture: name }, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const picture = (await isPageShown(at, 'blog')) && (await readSocialPicture(at, { slug: post, name }))
  if (!picture) throw new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  return new Response(new Uint8Array(picture), {
    headers: { 'Content-Type': 'image/jpeg', 'Cache-Control': 'public, max-age=31536000, immutable' },
  })
}
