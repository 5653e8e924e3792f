import { listProposals } from '~/domains/proposals/reading.server'
import { ProposalTable } from '~/domains/proposals/ui/proposal-list'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import { SectionTabs } from '~/ui/studio/section-tabs'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Route } from './+types/proposals'

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const before = new URL(request.url).searchParams.get('before')
  return await listProposals(context.get(scope), { before })
}

export const meta: Route.MetaFunction = () => studioMeta('Proposals')

export default function Proposals({ loaderData: { proposals, next } }: Route.ComponentProps) {
  return (
    <>
      <StudioHead title="Proposals">
        <ButtonLink to={studioPaths.newProposal()}>New proposal</ButtonLink>
      </StudioHead>
      <SectionTabs />
      {proposals.length === 0 ? (
        <div className="empty">
          <p>
            No proposals yet. A proposal lets a client choose a package, sign and pay with one link. Open a
            message or a booking to write one, or click New proposal.
          </p>
        </div>
      ) : (
        <ProposalTable proposals={proposals} />
      )}
      {next === null ? null : (
        <div className="st-next">
          <ButtonLink to={studioPaths.proposals({ before: next })} variant="line">
            Older
          </ButtonLink>
        </div>
      )}
    </>
  )
}
