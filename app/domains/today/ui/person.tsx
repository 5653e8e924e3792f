import { Form, Link } from 'react-router'
import { FactList } from '~/ui/studio/fact-list'
import { studioPaths } from '~/ui/studio/studio-paths'
import {
  type Happening,
  type HappeningKind,
  HISTORY_GROUPS,
  type HistoryGroup,
  type PersonRecord,
  type ShownAccount,
  type ShownHappening,
} from '../model'

/** A person's addresses and account. */
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
      <h2 className="st-h2">Model releases</h2>
      <Releases record={record} />
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

/** What they allow with photos of themselves, and where that is written. */
function Releases({ record: { releases, pendingReleases, name: client } }: { record: PersonRecord }) {
  if (releases.length + pendingReleases.length === 0) return <p className="ink2">None on record.</p>
  return (
    <ul className="ppl-list">
      {pendingReleases.map(({ signerId, contractId, title, name, uses, signed, missing }) => (
        <li key={signerId}>
          <Link className="txt" to={studioPaths.contract(contractId)}>
            {signed}
          </Link>
          <span className="tag">Not in effect yet</span>
          <span className="ppl-rel">{uses}</span>
          <span className="ppl-rel s ink2">
            {[name === client ? '' : name, `Agreed to in the contract “${title}.”`]
              .filter(Boolean)
              .join(' · ')}{' '}
            It counts when everyone has signed. Still to sign: {missing}.
          </span>
        </li>
      ))}
      {releases.map(({ id, name, uses, basis, given, withdrawn, gallery, document }) => (
        <li key={id}>
          {document === null ? (
            given
          ) : (
            <Link className="txt" to={documentPath(document)}>
              {given}
            </Link>
          )}
          {withdrawn === null ? null : <span className="tag tag--stop">Withdrawn {withdrawn}</span>}
          <span className="ppl-rel">{uses}</span>
          <span className="ppl-rel s ink2">
            {[name === client ? '' : name, gallery ?? 'All their galleries', basis]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  )
}

const documentPath = (document: NonNullable<PersonRecord['releases'][number]['document']>): string =>
  'contract' in document
    ? studioPaths.contract(document.contract)
    : studioPaths.galleryRelease(document.gallery, document.entry)

/** Signs the account out everywhere, for a lost phone or a stranger's access. */
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

const KINDS: Record<HappeningKind, string> = {
  bookings: 'Booking',
  payments: 'Payment',
  invoices: 'Invoice',
  contracts: 'Contract',
  proposals: 'Proposal',
  messages: 'Message',
  'do-not-sell': 'Do not sell',
  newsletter: 'Newsletter',
  mail: 'Email',
  galleries: 'Gallery',
  favorites: 'Favorites',
  downloads: 'Download',
  releases: 'Release',
  account: 'Account',
}

const GROUPS: Record<HistoryGroup, string> = {
  messages: 'Messages',
  bookings: 'Bookings',
  payments: 'Payments',
  contracts: 'Contracts',
  galleries: 'Galleries',
  emails: 'Emails',
  newsletter: 'Newsletter',
}

/** What the history is narrowed to. */
export function HistoryFilter({ client, current }: { client: string; current: HistoryGroup | null }) {
  const choices = [null, ...HISTORY_GROUPS]
  return (
    <nav className="seg ppl-kinds" aria-label="Kind of history">
      {choices.map((group) => (
        <Link
          key={group}
          to={`${studioPaths.client(client, { kind: group })}#history`}
          aria-current={group === current ? 'true' : undefined}
          preventScrollReset
        >
          {group ? GROUPS[group] : 'All'}
        </Link>
      ))}
    </nav>
  )
}

/** A person's history, newest first, with links to the Studio. */
export function PersonHistory({ history }: { history: ShownHappening[] }) {
  if (history.length === 0) return <p className="ink2">No more history.</p>
  return [...new Set(history.map(({ day }) => day))].map((day) => (
    <section key={day} aria-label={day}>
      <h3 className="ppl-day">{day}</h3>
      <ol className="ppl-hist">
        {history
          .filter((each) => each.day === day)
          .map((each) => (
            <li key={`${each.kind} ${each.id}`}>
              <span className="mono ink3">{each.when}</span>
              <span className="ppl-hist__k">{KINDS[each.kind]}</span>
              <span className="ppl-hist__t">
                <Title happening={each} />
                {each.excerpt === '' ? null : <span className="ppl-hist__x s">{each.excerpt}</span>}
              </span>
            </li>
          ))}
      </ol>
    </section>
  ))
}

function Title({ happening }: { happening: Happening }) {
  const to = placeOf(happening)
  return to ? <Link to={to}>{happening.title}</Link> : happening.title
}

function placeOf({ kind, id }: Happening): string | undefined {
  switch (kind) {
    case 'bookings':
    case 'payments':
      return studioPaths.booking(id.slice(0, 36))
    case 'invoices':
      return studioPaths.invoice(id)
    case 'proposals':
      return studioPaths.proposal(id)
    case 'contracts':
      return studioPaths.contract(id.slice(0, 36))
    case 'messages':
    case 'do-not-sell':
      return studioPaths.message(kind, id.slice(0, 36))
    case 'mail':
      return studioPaths.email(id)
    case 'galleries':
      return studioPaths.gallerySharing(id.slice(0, 36))
    case 'favorites':
      return studioPaths.galleryFavorites(id.slice(0, 36))
    case 'downloads':
      return studioPaths.galleryDownloads(id.slice(0, 36))
    case 'releases':
      return studioPaths.galleryRelease(id.slice(0, 36), id.slice(37, 73))
    case 'newsletter':
    case 'account':
      return undefined
  }
}
