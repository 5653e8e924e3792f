import { Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import { StudioTable } from '~/ui/studio/studio-table'
import type { ShownPerson } from '../model'

interface ClientTableProps {
  people: ShownPerson[]
  /** Whether the list is filtered. */
  isNarrowed: boolean
}

export function ClientTable({ people, isNarrowed }: ClientTableProps) {
  if (people.length === 0)
    return (
      <div className="empty">
        <p>
          {isNarrowed
            ? 'No matches. Try “Everyone” or a different search.'
            : 'No contacts yet. Anyone who messages you, books, subscribes, or creates an account will show up here.'}
        </p>
      </div>
    )
  return (
    <StudioTable columns={['Name', 'Phone', 'Type', { label: 'Last contact', right: true }]}>
      {people.map((person) => (
        <tr key={person.id} data-row>
          <td>
            <Link className="st-row" to={studioPaths.client(person.id)} prefetch="intent">
              {person.title}
            </Link>
            <span className="st-cut s">{person.email}</span>
          </td>
          <td className="mono ppl-tel">{person.phone}</td>
          <td>
            <span className="ppl-tags">
              {person.tags.map((tag) => (
                <span key={tag} className="tag">
                  {tag}
                </span>
              ))}
            </span>
          </td>
          <td className="r mono">{person.when}</td>
        </tr>
      ))}
    </StudioTable>
  )
}
