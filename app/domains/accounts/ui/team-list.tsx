import { Form } from 'react-router'
import { Field, Select } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { paths } from '~/ui/paths'
import { StudioTable } from '~/ui/studio/studio-table'
import type { OpenLink, TeamMember, TeamRole } from '../team'

type Shown = Omit<TeamMember, 'since' | 'seen'> & { since: string; seen: string | null }

const TITLES: Record<TeamRole, string> = { owner: 'Owner', assistant: 'Assistant' }

/** The team's members. */
export function TeamList({ people, me }: { people: Shown[]; me: string }) {
  return (
    <StudioTable
      columns={['Who', 'Role', 'Signing in', 'Last seen', { label: 'Change', right: true, hidden: true }]}
      caption="Team"
    >
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
            {waysOf(person)}
          </td>
          <td>
            <span className="st-team__k">Last seen: </span>
            {person.seen ?? 'Signed out'}
          </td>
          <td className="r">
            <RoleForm person={person} />
            {person.id === me || person.seen === null ? null : <SignOutForm person={person} />}
            {person.id !== me && (person.twoFactor || person.passkey) ? <ResetForm person={person} /> : null}
          </td>
        </tr>
      ))}
    </StudioTable>
  )
}

function waysOf({ twoFactor, passkey }: Shown): string {
  const password = twoFactor ? 'Password and code' : 'Password only'
  return passkey ? `Passkey or ${password.toLowerCase()}` : password
}

/** Collapsed, so that no one's access ends by accident. */
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
        <p className="ink2">Either action signs {name} out on all devices.</p>
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

/** Resets the second factor of someone who has lost theirs. */
const ResetForm = ({ person: { id, name } }: { person: Shown }) => (
  <details className="st-fold">
    <summary className="btn btn--quiet">
      Reset two-factor authentication<span className="vh">: {name}</span>
    </summary>
    <Form method="post" preventScrollReset>
      <input type="hidden" name="user" value={id} />
      <p className="ink2">
        Removes {name}’s passkeys, app, and recovery codes, and signs them out everywhere. They can set up new
        ones with their password. You can’t undo this.
      </p>
      <button type="submit" className="btn btn--line" name="intent" value="reset-second-step">
        Reset two-factor authentication
      </button>
    </Form>
  </details>
)

const SignOutForm = ({ person: { id, name } }: { person: Shown }) => (
  <Form method="post">
    <input type="hidden" name="user" value={id} />
    <button type="submit" className="btn btn--quiet" name="intent" value="sign-out">
      Sign out everywhere<span className="vh">: {name}</span>
    </button>
  </Form>
)

interface OpenLinksProps {
  links: (Omit<OpenLink, 'expiresAt'> & { until: string; isOver: boolean })[]
}

/** Unused links to the Studio. */
export function OpenLinks({ links }: OpenLinksProps) {
  if (links.length === 0) return null
  return (
    <section aria-labelledby="open-links">
      <h2 className="st-h2" id="open-links">
        Open invitations and links
      </h2>
      <ul className="st-invited">
        {links.map(({ id, email, role, invitedBy, until, isOver }) => (
          <li key={id}>
            <p>
              {email ?? 'Anyone with the link'}, as {TITLES[role].toLowerCase()}
              <br />
              <span className="ink2">
                {isOver ? `Expired ${until}.` : `${originOf({ email, invitedBy })}. Works until ${until}.`}
              </span>
            </p>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="id" value={id} />
              {invitedBy === null ? null : (
                <button type="submit" className="btn btn--line" name="intent" value="invite-again">
                  Send again<span className="vh"> to {email}</span>
                </button>
              )}
              <button type="submit" className="btn btn--quiet" name="intent" value="withdraw">
                Withdraw<span className="vh"> the link for {email ?? 'anyone who has it'}</span>
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  )
}

function originOf({ email, invitedBy }: Pick<OpenLink, 'email' | 'invitedBy'>): string {
  if (invitedBy !== null) return `Invited by ${invitedBy}`
  return email === null ? 'Printed on the server at the first start' : 'Printed on the server by a command'
}

/** The form that invites someone by email. */
export function InviteForm({ outcome }: { outcome: FormOutcome<'email' | 'role'> | undefined }) {
  return (
    <section aria-labelledby="invite">
      <h2 className="st-h2" id="invite">
        Invite someone
      </h2>
      <Form method="post" className="st-form" noValidate>
        <input type="hidden" name="intent" value="invite" />
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="off"
          defaultValue={outcome?.values.email}
          error={outcome?.errors.email}
          hint="They’ll get a link that works once, for three days."
        />
        <Select
          label="Role"
          name="role"
          defaultValue={outcome?.values.role ?? 'assistant'}
          error={outcome?.errors.role}
          hint="Assistants can reply to clients and edit content. Only owners can change settings, see the client list, and delete things."
        >
          <option value="assistant">Assistant</option>
          <option value="owner">Owner</option>
        </Select>
        <div className="st-act">
          <button type="submit" className="btn">
            Send invitation
          </button>
        </div>
      </Form>
    </section>
  )
}

interface TeamRuleFormProps {
  isRequired: boolean
  /** Whether the current owner has a second factor. */
  hasOwn: boolean
}

/** Whether everyone on the team needs two-factor authentication to open the Studio. */
export const TeamRuleForm = ({ isRequired, hasOwn }: TeamRuleFormProps) => (
  <section aria-labelledby="second-step">
    <h2 className="st-h2" id="second-step">
      Two-factor authentication
    </h2>
    <p className="measure">
      {isRequired
        ? 'Everyone on the team needs two-factor authentication to open the Studio: a passkey, or a code from an app after the password.'
        : 'Everyone on the team can open the Studio with a password alone.'}
    </p>
    {isRequired || hasOwn ? (
      <Form method="post" className="st-form" preventScrollReset>
        <input type="hidden" name="intent" value="second-step" />
        <p className="ink2 measure">
          {isRequired
            ? null
            : 'Anyone without it sets it up on their next visit. Until then they can’t open the Studio.'}
        </p>
        <div className="st-act">
          <button type="submit" className="btn btn--line" name="required" value={isRequired ? 'no' : 'yes'}>
            {isRequired ? 'Make it optional' : 'Require two-factor authentication'}
          </button>
        </div>
      </Form>
    ) : (
      <p className="ink2 measure">
        To require it, set up your own first in{' '}
        <a className="txt" href={paths.security()}>
          your security settings
        </a>
        .
      </p>
    )}
  </section>
)
