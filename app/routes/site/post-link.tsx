import { data } from 'react-router'
import { linkCookie } from '~/domains/blog/readers/model'
import { followPostLink } from '~/domains/blog/readers/operations.server'
import { setCookie } from '~/platform/http/capability-cookie'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { paths } from '~/ui/paths'
import type { Route } from './+types/post-link'

/** Exchanges a link to a post for a cookie, so that the post's address contains no token. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const followed = await followPostLink(at, params.token)
  if (!followed) throw data(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  const { postId } = followed
  const answer = seeOther(paths.sharedPost(postId), [
    setCookie(at.config.siteUrl, linkCookie(postId), params.token),
  ])
  answer.headers.set('Cache-Control', 'no-store')
  throw answer
}

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

/** The loader always redirects, or the layout says that there is no such page. */
export default function PostLink() {
  return null
}
