import { listAudit } from '~/domains/audit/operations.server'
import { AuditList } from '~/domains/audit/ui/audit-list'
import { readSettings } from '~/domains/content/operations.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { NextPage } from '~/ui/studio/next-page'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Route } from './+types/audit'

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const at = context.get(scope)
  const { studio } = await readSettings(at)
  const before = new URL(request.url).searchParams.get('before')
  return await listAudit(at, { before, zone: studio.timeZone })
}

export const meta: Route.MetaFunction = () => studioMeta('Audit')

export default function Audit({ loaderData: { entries, next } }: Route.ComponentProps) {
  return (
    <>
      <StudioHead title="Audit" />
      <AuditList entries={entries} />
      <NextPage to={next && studioPaths.audit({ before: next })} />
    </>
  )
}
