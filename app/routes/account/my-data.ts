import { recordDownload } from '~/domains/accounts/sign-ins/log.server'
import { exportMyData } from '~/domains/privacy/operations.server'
import { requirePerson } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import type { Route } from './+types/my-data'

/** All data about the signed-in person, as one file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePerson(context, request)
  const at = context.get(scope)
  const json = await exportMyData({ ...at, actor })
  await recordDownload(at, actor, 'Their own data')
  return new Response(json, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="my-data.json"',
      'Cache-Control': 'private, no-store',
    },
  })
}
