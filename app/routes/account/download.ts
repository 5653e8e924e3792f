import { redirect } from 'react-router'
import { requirePerson } from '~/platform/http/guard.server'
import { paths } from '~/ui/paths'
import type { Route } from './+types/download'

/** R15, R22, R23: downloads are a section of the profile. */
export function loader({ request, context }: Route.LoaderArgs) {
  requirePerson(context, request)
  return redirect(paths.downloads())
}
