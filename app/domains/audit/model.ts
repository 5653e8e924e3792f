/** Who changed something: a person of the studio. */
export interface Author {
  uid: string
  name: string
}

/** One thing that is different now, as people read it. */
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
  | 'mail-retried'
  | 'mail-sent-later'
  | 'mail-discarded'
  | 'test-mail-sent'
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
  | 'booking-added'
  | 'booking-kept'
  | 'bookings-declined'
  | 'booking-changed'
  | 'booking-note-changed'
  | 'payment-recorded'
  | 'payment-voided'
  | 'fee-added'
  | 'fee-waived'
  | 'client-written-to'
  | 'availability-changed'
  | 'availability-removed'
  | 'session-type-changed'
  | 'session-type-removed'
  | 'place-changed'
  | 'place-removed'
  | 'mini-day-changed'
  | 'mini-day-moved'
  | 'mini-day-removed'
  | 'time-blocked'
  | 'block-changed'
  | 'block-removed'
  | 'start-offered'
  | 'waiting-taken-off'
  | 'calendar-added'
  | 'calendar-removed'
  | 'feed-made'
  | 'feed-ended'
  | 'gallery-shared'
  | 'share-changed'
  | 'share-sent'
  | 'share-link-told'
  | 'share-revoked'
  | 'share-renewed'
  | 'watermark-changed'
  | 'choices-reopened'
  | 'choices-done'
  | 'choices-limited'
  | 'photo-commented'
  | 'photo-comment-removed'
  | 'release-recorded'
  | 'release-changed'
  | 'release-withdrawn'
  | 'photos-marked'
  | 'gallery-closed'
  | 'gallery-extended'
  | 'gallery-reopened'
  | 'deliveries-retried'
  | 'gallery-added'
  | 'gallery-changed'
  | 'gallery-arranged'
  | 'gallery-photos-changed'
  | 'gallery-published'
  | 'gallery-withdrawn'
  | 'gallery-archived'
  | 'gallery-restored'
  | 'gallery-removed'
  | 'photos-shown'
  | 'photos-withdrawn'
  | 'demo-removed'
  | 'log-shortened'
  | 'cleanup-allowed'
  | 'cleanup-repeated'
  | 'photo-restored'

/** What concerns signing in, and taking data out of the Studio. */
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
  | 'export-asked'
  | 'export-downloaded'

/** Where something was done. */
export interface Place {
  /** The first 24 bits of an IPv4 address or 48 of an IPv6 address, such as 203.0.113.0/24; '' when unknown. */
  network: string
  /** Such as "Firefox on Windows". */
  device: string
}

export interface AuditEntry extends Place {
  id: string
  /** Place in the log, from 1. null: written by the previous version of the program a moment ago. */
  number: number | null
  at: number
  author: Author
  action: AuditedAction | SecurityAction
  /** What it was done to, such as "Business facts" or "Message from Ann Lee". */
  subject: string
  changes: Change[]
  /** Whose account; '' when it's about none, or about one that doesn't exist. */
  accountId: string
  /** How many times it happened. */
  times: number
}

/** Where the log begins after old entries were deleted: their last number and its hash. */
export interface Checkpoint {
  seq: number
  hash: string
}

export type LogFault =
  /** Entries with these numbers were removed. */
  | { kind: 'missing'; from: number; to: number }
  /** The entry isn't what it was. */
  | { kind: 'altered'; seq: number }
  /** The entry doesn't follow the one before. */
  | { kind: 'detached'; seq: number }

/** Faults that a check reports, the oldest first. */
export const MOST_FAULTS = 100

/** What came of checking the log. */
export interface LogCheck {
  /** How many entries were checked. */
  entries: number
  /** Number of the first of them; 0: the log is empty. */
  first: number
  /** The newest entry. Whoever keeps its number and hash elsewhere can tell later that nothing before it has changed. */
  head: { seq: number; hash: string }
  faults: LogFault[]
  /** Entries without a number: written by another program than this version. */
  unnumbered: number
}

/** What is wrong with the log at one place. */
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
  }
}

/** Entries that the previous version of the program wrote a moment ago, or that somebody put there. */
export const unnumberedSentence = (count: number): string =>
  count === 1 ? '1 entry has no number yet.' : `${count} entries have no number yet.`
