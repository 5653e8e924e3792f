import { redirect } from 'react-router'
import { requireStudio } from '~/platform/http/guard.server'
import type { Route } from './+types/anything-else'

/** R20 for unknown Studio addresses. Visitors are sent to the login, and clients don't learn what exists. */
export function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  return redirect('/404')
}

export function action({ request, context }: Route.ActionArgs) {
  requireStudio(context, request)
  return redirect('/404')
}
