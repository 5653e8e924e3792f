/** A team member who changed something. */
export interface Author {
  uid: string
  name: string
}

/** One changed value, as text. */
export interface Change {
  field: string
  from: string
  to: string
}

export type AuditedAction =
  | 'settings-changed'
  | 'page-changed'
  | 'content-added'
  | 'content-changed'
  | 'content-reordered'
  | 'content-removed'
  | 'permission-recorded'
  | 'permission-withdrawn'
  | 'answered'
  | 'reopened'
  | 'inquiry-proposed'
  | 'inquiry-booked'
  | 'inquiry-lost'
  | 'inquiry-changed'
  | 'email-retried'
  | 'email-sent-later'
  | 'email-discarded'
  | 'test-email-sent'
  | 'contract-drafted'
  | 'contract-removed'
  | 'contract-sent'
  | 'contract-withdrawn'
  | 'contract-link-replaced'
  | 'contract-completed'
  | 'proposal-drafted'
  | 'proposal-removed'
  | 'proposal-sent'
  | 'proposal-withdrawn'
  | 'proposal-link-replaced'
  | 'contract-reminder-off'
  | 'contract-reminder-on'
  | 'proposal-reminder-off'
  | 'proposal-reminder-on'
  | 'newsletter-sent'
  | 'newsletter-scheduled'
  | 'newsletter-changed'
  | 'mail-server-changed'
  | 'mail-server-removed'
  | 'joined'
  | 'terms-published'
  | 'terms-corrected'
  | 'photo-changed'
  | 'photo-retried'
  | 'photos-uploaded'
  | 'invited'
  | 'invitation-withdrawn'
  | 'role-changed'
  | 'access-ended'
  | 'person-changed'
  | 'subscriber-added'
  | 'subscriber-changed'
  | 'subscriber-unsubscribed'
  | 'subscribers-imported'
  | 'bounce-lifted'
  | 'newsletter-tag-changed'
  | 'newsletter-tag-removed'
  | 'booking-added'
  | 'booking-kept'
  | 'bookings-declined'
  | 'booking-changed'
  | 'booking-note-changed'
  | 'payment-recorded'
  | 'payment-voided'
  | 'fee-added'
  | 'payment-schedule-changed'
  | 'payment-reminders-off'
  | 'payment-reminders-on'
  | 'invoice-issued'
  | 'invoice-credited'
  | 'receipt-issued'
  | 'invoice-link-replaced'
  | 'refund-requested'
  | 'fee-waived'
  | 'client-emailed'
  | 'availability-changed'
  | 'availability-removed'
  | 'session-type-added'
  | 'session-type-changed'
  | 'session-type-removed'
  | 'place-added'
  | 'place-changed'
  | 'place-removed'
  | 'mini-day-added'
  | 'mini-day-changed'
  | 'mini-day-rescheduled'
  | 'mini-day-removed'
  | 'time-blocked'
  | 'block-changed'
  | 'block-removed'
  | 'start-offered'
  | 'waitlist-entry-removed'
  | 'calendar-added'
  | 'calendar-removed'
  | 'feed-made'
  | 'feed-ended'
  | 'gallery-shared'
  | 'share-changed'
  | 'share-sent'
  | 'share-link-viewed'
  | 'share-revoked'
  | 'share-link-replaced'
  | 'watermark-changed'
  | 'favorites-reopened'
  | 'favorites-completed'
  | 'favorites-limited'
  | 'photo-commented'
  | 'photo-comment-removed'
  | 'release-recorded'
  | 'release-changed'
  | 'release-withdrawn'
  | 'photos-marked'
  | 'gallery-closed'
  | 'gallery-extended'
  | 'gallery-reopened'
  | 'downloads-retried'
  | 'gallery-added'
  | 'gallery-changed'
  | 'gallery-arranged'
  | 'gallery-photos-changed'
  | 'gallery-published'
  | 'gallery-unpublished'
  | 'gallery-archived'
  | 'gallery-restored'
  | 'gallery-removed'
  | 'photos-published'
  | 'photos-unpublished'
  | 'demo-removed'
  | 'log-shortened'
  | 'cleanup-allowed'
  | 'cleanup-repeated'
  | 'photo-restored'

/** Sign-ins, account security, and exports of data. */
export type SecurityAction =
  | 'signed-in'
  | 'sign-in-failed'
  | 'devices-signed-out'
  | 'password-changed'
  | 'email-changed'
  | 'account-deleted'
  | 'two-factor-on'
  | 'two-factor-off'
  | 'recovery-codes-made'
  | 'passkey-added'
  | 'passkey-removed'
  | 'second-step-reset'
  | 'export-requested'
  | 'backup-restored'
  | 'originals-repaired'
  | 'backup-requested'
  | 'passphrase-created'
  | 'export-downloaded'

/** The network and device that an action came from. */
export interface Place {
  /** The first 24 bits of an IPv4 address or 48 of an IPv6 address, such as 203.0.113.0/24; '' when unknown. */
  network: string
  /** Such as "Firefox on Windows". */
  device: string
}

export interface AuditEntry extends Place {
  id: string
  /** Position in the log, from 1. null: written by another program. */
  number: number | null
  at: number
  author: Author
  action: AuditedAction | SecurityAction
  /** Name of the record, such as "Business facts" or "Message from Ann Lee". */
  subject: string
  changes: Change[]
  /** The account concerned; '' for none or an unknown one. */
  accountId: string
  /** Number of occurrences. */
  times: number
}

/** The beginning of the log after old entries were deleted: the number and hash of the last deleted one. */
export interface Checkpoint {
  seq: number
  hash: string
}

export type LogFault =
  /** Entries with these numbers were removed. */
  | { kind: 'missing'; from: number; to: number }
  /** The entry was altered. */
  | { kind: 'altered'; seq: number }
  /** The entry's `prev` isn't the hash of its predecessor. */
  | { kind: 'detached'; seq: number }
  /** Number of entries without a position, which this program never writes. */
  | { kind: 'unnumbered'; count: number }

/** Maximum number of faults in a report, oldest first. */
export const MOST_FAULTS = 100

/** The result of checking the log. */
export interface LogCheck {
  /** Number of entries checked. */
  entries: number
  /** Number of the first entry; 0: the log is empty. */
  first: number
  /**
   * The newest entry. Keep its number and hash elsewhere to prove later that nothing before it has changed.
   */
  head: { seq: number; hash: string }
  faults: LogFault[]
}

/** Describes one fault of the log. */
export function faultSentence(fault: LogFault): string {
  switch (fault.kind) {
    case 'missing':
      return fault.from === fault.to
        ? `Entry ${fault.from} is missing.`
        : `Entries ${fault.from} through ${fault.to} are missing.`
    case 'altered':
      return `Entry ${fault.seq} was changed after it was written.`
    case 'detached':
      return `Entry ${fault.seq} doesn’t follow the entry before it.`
    case 'unnumbered':
      return fault.count === 1 ? '1 entry has no number.' : `${fault.count} entries have no number.`
  }
}
