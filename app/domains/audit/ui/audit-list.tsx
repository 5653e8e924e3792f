import { StudioTable } from '~/ui/studio/studio-table'
import type { AuditEntry, AuditedAction, SecurityAction } from '../model'

const ACTIONS: Record<AuditedAction | SecurityAction, string> = {
  'settings-changed': 'Changed settings',
  'page-changed': 'Changed the page',
  'content-added': 'Added',
  'content-changed': 'Changed',
  'content-reordered': 'Changed the order',
  'content-removed': 'Deleted',
  'permission-recorded': 'Recorded the permission',
  'permission-withdrawn': 'Removed from the site (permission withdrawn)',
  answered: 'Marked as answered',
  reopened: 'Marked as unanswered',
  'inquiry-proposed': 'Sent a proposal for',
  'inquiry-booked': 'Marked as booked',
  'inquiry-lost': 'Marked as lost',
  'inquiry-changed': 'Changed the event of',
  'email-retried': 'Tried again',
  'email-sent-later': 'Sent later',
  'email-discarded': 'Discarded',
  'test-email-sent': 'Sent a test',
  'newsletter-sent': 'Sent',
  'newsletter-scheduled': 'Scheduled',
  'newsletter-changed': 'Changed',
  'mail-server-changed': 'Set up a mail server',
  'mail-server-removed': 'Removed a mail server',
  joined: 'Joined',
  'terms-published': 'Published the terms',
  'terms-corrected': 'Corrected the terms',
  'photo-changed': 'Changed a photo',
  'photo-retried': 'Retried a photo',
  'photos-uploaded': 'Added photos to',
  invited: 'Invited',
  'invitation-withdrawn': 'Withdrew an invitation',
  'role-changed': 'Changed a role',
  'access-ended': 'Ended access',
  'person-changed': 'Changed a client',
  'subscriber-added': 'Added a newsletter subscriber',
  'subscriber-changed': 'Changed a newsletter subscriber',
  'subscriber-unsubscribed': 'Unsubscribed from the newsletter',
  'subscribers-imported': 'Imported newsletter subscribers',
  'bounce-lifted': 'Allowed newsletters to a bounced address again',
  'newsletter-tag-changed': 'Saved a newsletter tag',
  'newsletter-tag-removed': 'Deleted a newsletter tag',
  'booking-added': 'Added booking',
  'booking-kept': 'Kept',
  'bookings-declined': 'Declined',
  'booking-changed': 'Changed',
  'booking-note-changed': 'Changed the private note of',
  'payment-recorded': 'Recorded a payment',
  'payment-voided': 'Voided a payment',
  'fee-added': 'Added an extra or fee',
  'payment-schedule-changed': 'Changed payment due dates',
  'payment-reminders-off': 'Turned off payment reminders',
  'payment-reminders-on': 'Turned on payment reminders',
  'invoice-issued': 'Created an invoice',
  'invoice-credited': 'Created a credit note',
  'receipt-issued': 'Created a receipt',
  'invoice-link-replaced': 'Replaced the link of an invoice',
  'refund-requested': 'Requested a refund by Stripe',
  'fee-waived': 'Waived a fee or removed an extra',
  'client-emailed': 'Emailed a client',
  'contract-drafted': 'Drafted a contract',
  'contract-removed': 'Deleted a contract draft',
  'contract-sent': 'Sent a contract',
  'contract-withdrawn': 'Withdrew a contract',
  'contract-link-replaced': 'Replaced a signing link',
  'contract-completed': 'Contract signed by everyone',
  'proposal-drafted': 'Drafted a proposal',
  'proposal-removed': 'Deleted a proposal draft',
  'proposal-sent': 'Sent a proposal',
  'proposal-withdrawn': 'Withdrew a proposal',
  'proposal-link-replaced': 'Replaced a proposal link',
  'contract-reminder-off': 'Turned off a contract’s reminder',
  'contract-reminder-on': 'Turned on a contract’s reminder',
  'proposal-reminder-off': 'Turned off a proposal’s reminder',
  'proposal-reminder-on': 'Turned on a proposal’s reminder',
  'availability-changed': 'Changed availability',
  'availability-removed': 'Removed availability',
  'session-type-added': 'Added a session type',
  'session-type-changed': 'Changed a session type',
  'session-type-removed': 'Deleted a session type',
  'place-added': 'Added a location',
  'place-changed': 'Changed a location',
  'place-removed': 'Deleted a location',
  'mini-day-added': 'Added a mini-session day',
  'mini-day-changed': 'Changed a mini-session day',
  'mini-day-rescheduled': 'Rescheduled a mini-session day',
  'mini-day-removed': 'Deleted a mini-session day',
  'time-blocked': 'Blocked time',
  'block-changed': 'Changed blocked time',
  'block-removed': 'Removed blocked time',
  'start-offered': 'Offered a time',
  'waitlist-entry-removed': 'Removed from the waitlist',
  'calendar-added': 'Added a calendar',
  'calendar-removed': 'Removed a calendar',
  'feed-made': 'Created a calendar link',
  'feed-ended': 'Turned off a calendar link',
  'gallery-shared': 'Shared a gallery',
  'share-changed': 'Changed a client’s gallery access',
  'share-sent': 'Emailed a gallery',
  'share-link-viewed': 'Viewed a client’s gallery link',
  'share-revoked': 'Revoked gallery access',
  'share-link-replaced': 'Replaced a gallery link',
  'watermark-changed': 'Changed the watermark of',
  'favorites-reopened': 'Reopened a favorites list',
  'favorites-completed': 'Marked favorites as done',
  'favorites-limited': 'Changed a selection limit',
  'photo-commented': 'Commented on a photo',
  'photo-comment-removed': 'Removed a comment',
  'release-recorded': 'Recorded a release',
  'release-changed': 'Changed a release',
  'release-withdrawn': 'Withdrew a release',
  'photos-marked': 'Marked who can be seen on',
  'gallery-closed': 'Closed a gallery',
  'gallery-extended': 'Extended a gallery',
  'gallery-reopened': 'Reopened a gallery',
  'downloads-retried': 'Retried a gallery’s downloads',
  'gallery-added': 'Added a gallery',
  'gallery-changed': 'Changed a gallery',
  'gallery-arranged': 'Changed the order of a gallery',
  'gallery-photos-changed': 'Changed photos in a gallery',
  'gallery-published': 'Published a gallery',
  'gallery-unpublished': 'Unpublished a gallery',
  'gallery-archived': 'Archived a gallery',
  'gallery-restored': 'Restored a gallery',
  'gallery-removed': 'Deleted a gallery',
  'photos-published': 'Published photos on the site',
  'photos-unpublished': 'Removed photos from the site',
  'demo-removed': 'Removed the demo content',
  'log-shortened': 'Deleted old entries of this log',
  'signed-in': 'Signed in',
  'sign-in-failed': 'Sign-in failed',
  'devices-signed-out': 'Signed out everywhere',
  'password-changed': 'Changed a password',
  'email-changed': 'Changed an email address',
  'account-deleted': 'Deleted their account',
  'two-factor-on': 'Turned on two-factor authentication',
  'two-factor-off': 'Turned off two-factor authentication',
  'recovery-codes-made': 'Made new recovery codes',
  'passkey-added': 'Added a passkey',
  'passkey-removed': 'Removed a passkey',
  'second-step-reset': 'Reset two-factor authentication',
  'export-requested': 'Requested an export',
  'backup-restored': 'Restored a backup',
  'originals-repaired': 'Repaired originals from the backups',
  'backup-requested': 'Requested a backup',
  'passphrase-created': 'Created a recovery passphrase',
  'export-downloaded': 'Downloaded an export',
  'cleanup-allowed': 'Allowed a stopped cleanup',
  'cleanup-repeated': 'Had a stopped cleanup check again',
  'photo-restored': 'Restored from quarantine',
}

type ShownEntry = AuditEntry & { when: string }

interface AuditListProps {
  entries: ShownEntry[]
  /** Account names by id, without deleted accounts. */
  names: Record<string, string>
}

/** Who did what and when, newest first. */
export function AuditList({ entries, names }: AuditListProps) {
  if (entries.length === 0)
    return (
      <div className="empty">
        <p>No activity yet. Changes your team makes will be listed here.</p>
      </div>
    )
  return (
    <StudioTable columns={['Who', 'What', { label: 'When', right: true }, { label: 'Entry', right: true }]}>
      {entries.map((entry) => (
        <tr key={entry.id}>
          <td>{whoOf(entry, names)}</td>
          <td>
            {whatOf(entry, names)}
            <Details {...entry} />
          </td>
          <td className="r mono">{entry.when}</td>
          <td className="r mono">{entry.number === null ? null : `No. ${entry.number}`}</td>
        </tr>
      ))}
    </StudioTable>
  )
}

function Details({ changes, device, network }: ShownEntry) {
  const place = [device, network].filter((part) => part !== '').join(' · ')
  if (changes.length === 0 && place === '') return null
  return (
    <ul className="st-changes">
      {changes.map(({ field, from, to }) => (
        <li key={field}>
          {field}: <del>{from === '' ? 'nothing' : from}</del> <span aria-hidden="true">→</span>{' '}
          <ins>{to === '' ? 'nothing' : to}</ins>
        </li>
      ))}
      {place === '' ? null : <li>{place}</li>}
    </ul>
  )
}

type Names = AuditListProps['names']

function whoOf({ author, action }: ShownEntry, names: Names): string {
  if (author.name !== '') return author.name
  if (author.uid !== '') return nameOf(author.uid, names)
  return action === 'sign-in-failed' ? 'Not signed in' : 'Automatic'
}

function whatOf({ action, subject, accountId, author, times }: ShownEntry, names: Names): string {
  const about = accountId === '' || accountId === author.uid ? [] : [nameOf(accountId, names)]
  const parts = [...about, subject, times > 1 ? `${times} times` : ''].filter((part) => part !== '')
  return parts.length > 0 ? `${ACTIONS[action]}: ${parts.join(', ')}` : ACTIONS[action]
}

const nameOf = (account: string, names: Names): string => names[account] ?? 'A deleted account'
