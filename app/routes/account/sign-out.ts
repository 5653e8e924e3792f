import { redirect } from 'react-router'
import { signOut } from '~/domains/accounts/operations.server'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { paths } from '~/ui/paths'
import type { Route } from './+types/sign-out'

/** R39: ends the session on the server, so that its cookie is worthless afterwards. */
export async function action({ request, context }: Route.ActionArgs) {
  const { setCookies } = await signOut(context.get(scope), { request })
  const answer = seeOther(paths.login({ news: 'signed-out' }), setCookies)
  // Deletes cached signed-in pages, so that Back doesn't show them. Not "cookies", which would delete those of
  // every site under this domain.
  answer.headers.set('Clear-Site-Data', '"cache"')
  return answer
}

/** A GET doesn't sign out, since a link or an image on another site could request it. */
export const loader = () => redirect(paths.profile())
