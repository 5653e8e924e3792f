import { Form } from 'react-router'
import { FactList } from '~/ui/studio/fact-list'
import type { PersonRecord, ShownAccount } from '../person-record/model'

/** By what a person is known, and what state their account is in. */
export function PersonAccount({ record, me }: { record: PersonRecord; me: string }) {
  const { addresses, account, since, isSubscriber } = record
  return (
    <section className="ppl-side" aria-label="Email and account">
      <h2 className="st-h2">Email</h2>
      <ul className="ppl-list">
        {addresses.map(({ email, isVerified }) => (
          <li key={email}>
            <a href={`mailto:${email}`}>{email}</a>
            <span className={isVerified ? 'tag tag--fix' : 'tag'}>
              {isVerified ? 'Verified' : 'Not verified'}
            </span>
          </li>
        ))}
      </ul>
      <h2 className="st-h2">Account</h2>
      {account ? <FactList facts={factsOf(account, record)} /> : <p className="ink2">No account.</p>}
      {account && account.lastSeen !== null && account.id !== me ? <SignOutForm account={account} /> : null}
      <h2 className="st-h2">Contact record</h2>
      <FactList
        facts={[
          { label: 'First contact', value: since },
          { label: 'Newsletter', value: isSubscriber ? 'Subscribed' : 'Not subscribed' },
        ]}
      />
    </section>
  )
}

/** For a lost phone, or when someone else may be signed in. */
const SignOutForm = ({ account }: { account: ShownAccount }) => (
  <Form method="post" preventScrollReset>
    <input type="hidden" name="intent" value="sign-out" />
    <input type="hidden" name="account" value={account.id} />
    <button type="submit" className="btn btn--line btn--sm">
      Sign out everywhere<span className="vh">: {account.name}</span>
    </button>
  </Form>
)

const factsOf = (account: ShownAccount, { name, phone, addresses }: PersonRecord) => [
  { label: 'Role', value: account.role },
  { label: 'Email', value: account.isVerified ? 'Verified' : 'Not verified yet' },
  ...(addresses.length > 1 ? [{ label: 'Signs in with', value: account.email }] : []),
  { label: 'Two-factor', value: account.hasTwoFactor ? 'On' : 'Off' },
  { label: 'Created', value: account.opened },
  { label: 'Last seen', value: account.lastSeen ?? 'Not signed in' },
  ...(account.name === name ? [] : [{ label: 'Name on account', value: account.name }]),
  ...(account.phone === phone || account.phone === ''
    ? []
    : [{ label: 'Phone on account', value: account.phone }]),
]
