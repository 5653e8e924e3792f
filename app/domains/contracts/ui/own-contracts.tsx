import { Form, Link } from 'react-router'
import { paths } from '~/ui/paths'

export interface OwnContract {
  signerId: string
  title: string
  /** "You signed …" */
  when: string
  canSign: boolean
  isCompleted: boolean
  hasPdf: boolean
}

const statusOf = ({ isCompleted, canSign }: OwnContract): string =>
  isCompleted ? 'Signed by everyone' : canSign ? 'Waiting for you' : 'Waiting for others'

/** What waits for a client's signature, as notes at the top of their account. */
export const ContractsToSign = ({ contracts }: { contracts: OwnContract[] }) =>
  contracts
    .filter(({ canSign }) => canSign)
    .map(({ signerId, title }) => (
      <div key={signerId} className="note">
        <p>{`“${title}” is waiting for your signature.`}</p>
        <Link className="txt" to={paths.contract({ ref: signerId })}>
          Read and sign<span className="vh"> {title}</span>
        </Link>
      </div>
    ))

/** The contracts of a client's account. */
export const OwnContracts = ({ contracts }: { contracts: OwnContract[] }) => (
  <ul className="acct__rows">
    {contracts.map((contract) => (
      <li key={contract.signerId}>
        <p>
          <Link className="txt" to={paths.contract({ ref: contract.signerId })}>
            {contract.title}
          </Link>
          <span className="small ink2">{contract.when}</span>
        </p>
        <p>{statusOf(contract)}</p>
      </li>
    ))}
  </ul>
)

/** The contracts on the page of their booking, which may be opened without an account. */
export const BookingContracts = ({
  contracts,
  action,
}: {
  contracts: OwnContract[]
  /** Of the booking's page. */
  action: string
}) => (
  <dl className="rev mng__facts">
    {contracts.map((contract) => (
      <div key={contract.signerId}>
        <dt>{contract.title}</dt>
        <dd>
          {statusOf(contract)}. {contract.when}.
          {/* A document, since the next page is opened by a cookie that this sets. */}
          <Form method="post" action={action} reloadDocument className="mng__acts">
            <input type="hidden" name="signer" value={contract.signerId} />
            <button
              type="submit"
              className={contract.canSign ? 'btn' : 'btn btn--line'}
              name="intent"
              value="contract"
            >
              {contract.canSign ? 'Read and sign' : 'View contract'}
              <span className="vh"> {contract.title}</span>
            </button>
            {contract.hasPdf ? (
              <button type="submit" className="btn btn--line" name="intent" value="contract-pdf">
                Download PDF<span className="vh"> of {contract.title}</span>
              </button>
            ) : null}
          </Form>
        </dd>
      </div>
    ))}
  </dl>
)
