import { Form } from 'react-router'
import type { TeamMember, TeamRole } from '../team/model'

type Shown = Omit<TeamMember, 'since' | 'seen'> & { since: string; seen: string | null }

const TITLES: Record<TeamRole, string> = { owner: 'Owner', assistant: 'Assistant' }

/** Who works in the Studio. */
export function TeamList({ people, me }: { people: Shown[]; me: string }) {
  return (
    <table className="tbl st-tbl">
      <caption className="vh">Who works in the Studio</caption>
      <thead>
        <tr>
          <th scope="col">Who</th>
          <th scope="col">Role</th>
          <th scope="col">Signing in</th>
          <th scope="col">Last seen</th>
          <th scope="col" className="r">
            <span className="vh">Change</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person.id}>
            <td>
              {person.name}
              {person.id === me ? ' (you)' : ''}
              <br />
              <span className="ink2">{person.email}</span>
            </td>
            <td>
              {TITLES[person.role]}
              <br />
              <span className="ink2">since {person.since}</span>
            </td>
            <td>
              <span className="st-team__k">Signs in with: </span>
              {person.twoFactor ? 'Password and code' : 'Password alone'}
            </td>
            <td>
              <span className="st-team__k">Last seen: </span>
              {person.seen ?? 'Signed out'}
            </td>
            <td className="r">
              <RoleForm person={person} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Folded away, so that nobody’s access ends by a slip. */
function RoleForm({ person: { id, name, role } }: { person: Shown }) {
  const other = role === 'owner' ? 'assistant' : 'owner'
  return (
    <details className="st-fold">
      <summary className="btn btn--quiet">
        Change<span className="vh"> {name}</span>
      </summary>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="change-role" />
        <input type="hidden" name="user" value={id} />
        <input type="hidden" name="was" value={role} />
        <p className="ink2">Either signs {name} out everywhere.</p>
        <button type="submit" className="btn btn--line" name="to" value={other}>
          Make {other === 'owner' ? 'an owner' : 'an assistant'}
        </button>
        <button type="submit" className="btn btn--line" name="to" value="client">
          End access
        </button>
      </Form>
    </details>
  )
}

interface InvitationListProps {
  invitations: {
    id: string
    email: string
    role: TeamRole
    invitedBy: string
    until: string
    isOver: boolean
  }[]
}

/** Who has a link that was not used yet. */
export function InvitationList({ invitations }: InvitationListProps) {
  if (invitations.length === 0) return null
  return (
    <section aria-labelledby="invited">
      <h2 className="st-h2" id="invited">
        Invited
      </h2>
      <ul className="st-invited">
        {invitations.map(({ id, email, role, invitedBy, until, isOver }) => (
          <li key={id}>
            <p>
              {email}, as {TITLES[role].toLowerCase()}
              <br />
              <span className="ink2">
                {isOver ? `The link ran out ${until}.` : `Invited by ${invitedBy}, until ${until}.`}
              </span>
            </p>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="id" value={id} />
              <button type="submit" className="btn btn--line" name="intent" value="invite-again">
                Send again<span className="vh"> to {email}</span>
              </button>
              <button type="submit" className="btn btn--quiet" name="intent" value="withdraw">
                Withdraw<span className="vh"> the invitation of {email}</span>
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  )
}
