import { Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import { StudioTable } from '~/ui/studio/studio-table'
import { CONTRACT_STATE_LABELS, type ContractLine, type ContractState } from '../model'

const LOOKS: Record<ContractState, string> = {
  draft: 'tag tag--open',
  sent: 'tag tag--mark',
  viewed: 'tag tag--mark',
  signing: 'tag tag--mark',
  completed: 'tag',
  withdrawn: 'tag tag--stop',
  expired: 'tag tag--stop',
}

export const ContractStateTag = ({ state }: { state: ContractState }) => (
  <span className={LOOKS[state]}>{CONTRACT_STATE_LABELS[state]}</span>
)

export const ContractTable = ({ contracts }: { contracts: ContractLine[] }) => (
  <StudioTable columns={['Contract', 'Status', { label: 'Latest', right: true }]}>
    {contracts.map(({ id, title, clients, state, latest }) => (
      <tr key={id}>
        <td>
          <Link className="st-row" to={studioPaths.contract(id)} prefetch="intent">
            {title}
          </Link>
          <span className="st-cut s">{clients}</span>
        </td>
        <td>
          <ContractStateTag state={state} />
        </td>
        <td className="r">{latest}</td>
      </tr>
    ))}
  </StudioTable>
)

/** A booking's contracts, in its drawer. */
export const BookingContracts = ({
  contracts,
  bookingId,
}: {
  contracts: ContractLine[]
  bookingId: string
}) => (
  <section className="bkd-sec" aria-labelledby="contracts-title">
    <h3 className="st-h2" id="contracts-title">
      Contracts
    </h3>
    {contracts.length === 0 ? null : (
      <ul className="ctr-in">
        {contracts.map(({ id, title, state, latest }) => (
          <li key={id}>
            <Link className="txt tap" to={studioPaths.contract(id)}>
              {title}
            </Link>{' '}
            <ContractStateTag state={state} />
            <span className="s">{latest}</span>
          </li>
        ))}
      </ul>
    )}
    <Link className="btn btn--line" to={studioPaths.newContract({ booking: bookingId })}>
      New contract
    </Link>
  </section>
)
