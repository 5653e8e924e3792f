import { accountNames } from '~/domains/accounts/directory.server'
import { checkLog } from '~/domains/audit/chain.server'
import { listAudit } from '~/domains/audit/operations.server'
import { AuditList } from '~/domains/audit/ui/audit-list'
import { LogCheckNote } from '~/domains/audit/ui/log-check-note'
import { readSettings } from '~/domains/content/operations.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { NextPage } from '~/ui/studio/next-page'
import { SectionTabs } from '~/ui/studio/section-tabs'
import { StudioFilter } from '~/ui/studio/studio-filter'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Route } from './+types/activity'

const KINDS = [
  { kind: null, label: 'Everything' },
  { kind: 'change', label: 'Changes' },
  { kind: 'security', label: 'Sign-ins and exports' },
] as const

/** Number of entries verified when the page opens. A button verifies the rest. */
const CHECKED_AT_ONCE = 500

/** Assistants see changes. Sign-ins and the verification of the log are for owners. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const isOwner = requireStudio(context, request).role === 'owner'
  const at = context.get(scope)
  const query = new URL(request.url).searchParams
  const { studio } = await readSettings(at)
  const kind = isOwner ? (KINDS.find((each) => each.kind === query.get('kind'))?.kind ?? null) : 'change'
  const page = await listAudit(at, { before: query.get('before'), zone: studio.timeZone, kind })
  const isWhole = query.get('check') === 'all'
  const check = isOwner ? await checkLog(at, isWhole ? {} : { newest: CHECKED_AT_ONCE }) : null
  const accounts = page.entries.flatMap(({ author, accountId }) => [author.uid, accountId])
  return { ...page, names: await accountNames(at, accounts), kind, isOwner, check, isWhole }
}

export const meta: Route.MetaFunction = () => studioMeta('Activity')

export default function Activity({ loaderData }: Route.ComponentProps) {
  const { entries, names, next, kind, isOwner, check, isWhole } = loaderData
  return (
    <>
      <StudioHead title="Activity" />
      <SectionTabs />
      {isOwner ? (
        <StudioFilter
          label="Type"
          choices={KINDS.map((each) => ({
            label: each.label,
            to: studioPaths.activity({ kind: each.kind }),
            isCurrent: kind === each.kind,
          }))}
        />
      ) : null}
      {check ? (
        <LogCheckNote
          check={check}
          checkAll={isWhole ? null : studioPaths.activity({ kind, check: 'all' })}
        />
      ) : null}
      <AuditList entries={entries} names={names} />
      <NextPage to={next && studioPaths.activity({ kind: isOwner ? kind : null, before: next })} />
    </>
  )
}
