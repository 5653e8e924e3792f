import { Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import { StudioTable } from '~/ui/studio/studio-table'
import { STATE_LABELS, type SubscriberLine, type SubscriberState } from '../subscribers/model'

interface SubscriberTableProps {
  lines: (SubscriberLine & { when: string })[]
  /** Whether the list is filtered. */
  isNarrowed: boolean
}

export function SubscriberTable({ lines, isNarrowed }: SubscriberTableProps) {
  if (lines.length === 0)
    return (
      <div className="empty">
        <p>
          {isNarrowed
            ? 'No matches. Try “All,” a different search, or clear the segment.'
            : 'No subscribers yet. Anyone who subscribes on your site will show up here.'}
        </p>
      </div>
    )
  return (
    <StudioTable columns={['Subscriber', 'Status', 'Tags', { label: 'Subscribed', right: true }]}>
      {lines.map(({ id, email, name, state, tags, when }) => (
        <tr key={id} data-row>
          <td>
            <Link className="st-row" to={studioPaths.subscriber(id)} prefetch="intent">
              {email}
            </Link>
            <span className="st-cut s">{name}</span>
          </td>
          <td>
            <StateTag state={state} />
          </td>
          <td>
            <span className="sbs-tags">
              {tags.map((tag) => (
                <span key={tag} className="tag">
                  {tag}
                </span>
              ))}
            </span>
          </td>
          <td className="r mono">{when}</td>
        </tr>
      ))}
    </StudioTable>
  )
}

export const StateTag = ({ state }: { state: SubscriberState }) => (
  <span className={state === 'subscribed' ? 'tag tag--fix' : 'tag'}>{STATE_LABELS[state]}</span>
)
