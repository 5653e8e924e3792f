import { redirect } from 'react-router'
import { signOut } from '~/domains/accounts/operations.server'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { paths } from '~/ui/paths'
import type { Route } from './+types/sign-out'

/** R39: the session ends on the server, so that its cookie is worth nothing from then on. */
export async function action({ request, context }: Route.ActionArgs) {
  const { setCookies } = await signOut(context.get(scope), { request })
  return seeOther(paths.login({ news: 'signed-out' }), setCookies)
}

/** A link or a picture on another page must not sign anybody out. */
export const loader = () => redirect(paths.profile())
