import { Link } from 'react-router'
import { paths } from '~/ui/paths'

export interface OwnContract {
  signerId: string
  title: string
  /** "You signed …" */
  when: string
  canSign: boolean
  isCompleted: boolean
}

/** The contracts of a client's account. */
export const OwnContracts = ({ contracts }: { contracts: OwnContract[] }) => (
  <ul className="acct__rows">
    {contracts.map(({ signerId, title, when, canSign, isCompleted }) => (
      <li key={signerId}>
        <p>
          <Link className="txt" to={paths.contract({ ref: signerId })}>
            {title}
          </Link>
          <span className="small ink2">{when}</span>
        </p>
        <p>{isCompleted ? 'Signed by everyone' : canSign ? 'Waiting for you' : 'Waiting for others'}</p>
      </li>
    ))}
  </ul>
)
