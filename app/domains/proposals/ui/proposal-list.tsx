import { Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import { StudioTable } from '~/ui/studio/studio-table'
import type { ProposalLine } from '../reading.server'
import { type ProposalState, STATE_LABELS } from '../state'

const LOOKS: Record<ProposalState, string> = {
  draft: 'tag tag--open',
  sent: 'tag tag--mark',
  viewed: 'tag tag--mark',
  chosen: 'tag tag--mark',
  signed: 'tag',
  withdrawn: 'tag tag--stop',
  expired: 'tag tag--stop',
}

export const ProposalStateTag = ({ state }: { state: ProposalState }) => (
  <span className={LOOKS[state]}>{STATE_LABELS[state]}</span>
)

export const ProposalTable = ({ proposals }: { proposals: ProposalLine[] }) => (
  <StudioTable columns={['Proposal', 'Status', { label: 'Latest', right: true }]}>
    {proposals.map(({ id, title, client, state, latest }) => (
      <tr key={id}>
        <td>
          <Link className="st-row" to={studioPaths.proposal(id)} prefetch="intent">
            {title}
          </Link>
          <span className="st-cut s">{client}</span>
        </td>
        <td>
          <ProposalStateTag state={state} />
        </td>
        <td className="r">{latest}</td>
      </tr>
    ))}
  </StudioTable>
)

export const ProposalLinks = ({ proposals }: { proposals: ProposalLine[] }) =>
  proposals.length === 0 ? null : (
    <ul className="ctr-in">
      {proposals.map(({ id, title, state, latest }) => (
        <li key={id}>
          <Link className="txt tap" to={studioPaths.proposal(id)}>
            {title}
          </Link>{' '}
          <ProposalStateTag state={state} />
          <span className="s">{latest}</span>
        </li>
      ))}
    </ul>
  )

/** The proposals of a booking, with a link to a new one. */
export const ProposalsBeside = ({ proposals, start }: { proposals: ProposalLine[]; start: string }) => (
  <section className="bkd-sec" aria-labelledby="proposals-title">
    <h3 className="st-h2" id="proposals-title">
      Proposals
    </h3>
    <ProposalLinks proposals={proposals} />
    <Link className="btn btn--line" to={start}>
      New proposal
    </Link>
  </section>
)
