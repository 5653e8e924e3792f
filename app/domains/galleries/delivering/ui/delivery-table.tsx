import { Link } from 'react-router'
import { bytesLabel } from '~/platform/bytes-label'
import type { Delivery } from '../deliveries/model'

interface DeliveryTableProps {
  deliveries: Delivery[]
  /** Leads to its receipt. */
  receiptOf: (id: string) => string
}

/** Who fetched what, and whether all of it was sent. */
export function DeliveryTable({ deliveries, receiptOf }: DeliveryTableProps) {
  if (deliveries.length === 0)
    return (
      <div className="empty">
        <p>Nobody has downloaded anything yet. Each download is listed here with what of it was sent.</p>
      </div>
    )
  return (
    <table className="tbl st-tbl">
      <thead>
        <tr>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col">State</th>
          <th scope="col" className="r">
            Sent
          </th>
          <th scope="col" className="r">
            Begun
          </th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => (
          <tr key={delivery.id} data-row>
            <td>
              <Link className="st-row" to={receiptOf(delivery.id)}>
                {delivery.who}
              </Link>
            </td>
            <td>
              <span className="st-cut">
                {delivery.what}, {delivery.size}
              </span>
            </td>
            <td>
              <DeliveryTag delivery={delivery} />
            </td>
            <td className="dlvs__n">{sentLabel(delivery)}</td>
            <td className="r mono">{delivery.started}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export const DeliveryTag = ({ delivery: { isComplete } }: { delivery: Delivery }) =>
  isComplete ? (
    <span className="tag tag--fix">Complete</span>
  ) : (
    <span className="tag tag--dev">Broken off or under way</span>
  )

/** What a connection had taken when it broke may not have arrived. */
export const sentLabel = ({ isComplete, sentBytes, bytes }: Delivery): string =>
  isComplete ? `All of ${bytesLabel(bytes)}` : `At most ${bytesLabel(sentBytes)} of ${bytesLabel(bytes)}`
