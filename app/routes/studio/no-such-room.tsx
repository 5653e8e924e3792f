import { data } from 'react-router'
import { requireStudio } from '~/platform/http/guard.server'
import type { Route } from './+types/no-such-room'

/** What is not there, for those who may know. */
export function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  throw data(null, { status: 404 })
}

export function action({ request, context }: Route.ActionArgs) {
  requireStudio(context, request)
  throw data(null, { status: 404 })
}

export default function NoSuchRoom() {
  return null
}
