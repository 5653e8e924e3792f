import type { AuditEntry, AuditedAction } from '../model'

const ACTIONS: Record<AuditedAction, string> = {
  'settings-changed': 'Changed settings',
  'page-changed': 'Changed the page',
  'content-added': 'Added',
  'content-changed': 'Changed',
  'content-reordered': 'Changed the order',
  'content-removed': 'Deleted',
  'permission-recorded': 'Recorded the permission',
  'permission-withdrawn': 'Took off the site, permission withdrawn',
  answered: 'Marked as answered',
  reopened: 'Put back to waiting',
  'mail-retried': 'Tried again',
  'test-mail-sent': 'Sent a test',
  joined: 'Joined',
  'terms-published': 'Published the terms',
  'terms-corrected': 'Corrected the terms',
  'photo-changed': 'Changed a photograph',
  'photo-retried': 'Tried a photograph again',
  'photos-uploaded': 'Brought photographs to',
  invited: 'Invited',
  'invitation-withdrawn': 'Withdrew an invitation',
  'role-changed': 'Changed a role',
  'access-ended': 'Ended access',
  'person-changed': 'Changed a person',
  'booking-added': 'Added by hand',
  'booking-changed': 'Changed',
  'booking-note-changed': 'Changed the private note of',
  'payment-recorded': 'Wrote down a payment',
  'payment-voided': 'Struck out a payment',
  'client-written-to': 'Wrote to a client',
  'availability-changed': 'Changed the availability',
  'availability-removed': 'Removed from the availability',
  'session-type-changed': 'Changed a session type',
  'session-type-removed': 'Deleted a session type',
  'place-changed': 'Changed a place',
  'place-removed': 'Deleted a place',
  'mini-day-changed': 'Changed a mini-session day',
  'mini-day-moved': 'Moved a mini-session day',
  'mini-day-removed': 'Deleted a mini-session day',
  'time-blocked': 'Blocked time',
  'block-changed': 'Changed blocked time',
  'block-removed': 'Opened blocked time',
  'start-offered': 'Offered a start',
  'waiting-taken-off': 'Took off the list',
  'calendar-added': 'Added a calendar',
  'calendar-removed': 'Removed a calendar',
  'feed-made': 'Made a calendar feed',
  'feed-ended': 'Ended a calendar feed',
  'gallery-shared': 'Shared a gallery',
  'share-changed': 'Changed what somebody may do with a gallery',
  'share-sent': 'Sent a gallery',
  'share-link-told': 'Looked at a person’s link to a gallery',
  'share-revoked': 'Revoked a link to a gallery',
  'share-renewed': 'Renewed a link to a gallery',
  'watermark-changed': 'Changed the watermark of',
  'choices-reopened': 'Opened choices again',
  'choices-done': 'Dealt with choices',
  'choices-limited': 'Changed how many may be chosen',
  'photo-commented': 'Commented on a photograph',
  'photo-comment-removed': 'Removed a comment',
  'consent-recorded': 'Recorded a consent',
  'consent-changed': 'Changed a consent',
  'consent-withdrawn': 'Withdrew a consent',
  'photos-marked': 'Marked who can be seen on',
  'gallery-closed': 'Closed a gallery',
  'gallery-extended': 'Extended a gallery',
  'gallery-reopened': 'Reopened a gallery',
  'deliveries-retried': 'Tried the files of a gallery again',
  'gallery-added': 'Added a gallery',
  'gallery-changed': 'Changed a gallery',
  'gallery-arranged': 'Changed the order of a gallery',
  'gallery-photos-changed': 'Changed photographs of a gallery',
  'gallery-published': 'Published a gallery',
  'gallery-withdrawn': 'Took back a gallery',
  'gallery-archived': 'Archived a gallery',
  'gallery-restored': 'Restored a gallery',
  'gallery-removed': 'Deleted a gallery',
  'photos-shown': 'Showed photographs on the site',
  'photos-withdrawn': 'Took photographs off the site',
  'demo-removed': 'Removed the demo content',
  'export-asked': 'Asked for all data',
}

/** Who changed what and when, newest first. */
export function AuditList({ entries }: { entries: (AuditEntry & { when: string })[] }) {
  if (entries.length === 0)
    return (
      <div className="empty">
        <p>Nothing has been changed yet. Who changes what, and when, will be listed here.</p>
      </div>
    )
  return (
    <table className="tbl st-tbl">
      <thead>
        <tr>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col" className="r">
            When
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ id, author, action, subject, changes, when }) => (
          <tr key={id}>
            <td>{author.name}</td>
            <td>
              {ACTIONS[action]}: {subject}
              {changes.length > 0 ? (
                <ul className="st-changes">
                  {changes.map(({ field, from, to }) => (
                    <li key={field}>
                      {field}: <del>{from === '' ? 'nothing' : from}</del> <span aria-hidden="true">→</span>{' '}
                      <ins>{to === '' ? 'nothing' : to}</ins>
                    </li>
                  ))}
                </ul>
              ) : null}
            </td>
            <td className="r mono">{when}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
