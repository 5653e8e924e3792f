import { redirect } from 'react-router'
import { signOut } from '~/domains/accounts/operations.server'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { paths } from '~/ui/paths'
import type { Route } from './+types/sign-out'

/** R39: the session ends on the server, so that its cookie is worth nothing from then on. */
export async function action({ request, context }: Route.ActionArgs) {
  const { setCookies } = await signOut(context.get(scope), { request })
  const answer = seeOther(paths.login({ news: 'signed-out' }), setCookies)
  // The pages of who was here, Back included. Not "cookies", which would be those of every site under this domain.
  answer.headers.set('Clear-Site-Data', '"cache"')
  return answer
}

/** A link or a picture on another page must not sign anybody out. */
export const loader = () => redirect(paths.profile())
