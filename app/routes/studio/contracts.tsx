import { listContracts } from '~/domains/contracts/reading.server'
import { ContractTable } from '~/domains/contracts/ui/contract-list'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import { SectionTabs } from '~/ui/studio/section-tabs'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Route } from './+types/contracts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { role } = requireStudio(context, request)
  const before = new URL(request.url).searchParams.get('before')
  return { ...(await listContracts(context.get(scope), { before })), isOwner: role === 'owner' }
}

export const meta: Route.MetaFunction = () => studioMeta('Contracts')

export default function Contracts({ loaderData: { contracts, next, isOwner } }: Route.ComponentProps) {
  return (
    <>
      <StudioHead title="Contracts">
        <ButtonLink to={studioPaths.newContract()}>New contract</ButtonLink>
      </StudioHead>
      <SectionTabs />
      {contracts.length === 0 ? (
        <div className="empty">
          <p>No contracts yet. Open a booking to write one for it, or click New contract.</p>
        </div>
      ) : (
        <ContractTable contracts={contracts} />
      )}
      {next === null ? null : (
        <div className="st-next">
          <ButtonLink to={studioPaths.contracts({ before: next })} variant="line">
            Older
          </ButtonLink>
        </div>
      )}
      {isOwner ? (
        <div className="st-next">
          <ButtonLink to={studioPaths.contractTemplates()} variant="line">
            Contract templates
          </ButtonLink>
        </div>
      ) : null}
    </>
  )
}
