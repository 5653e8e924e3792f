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
  | 'booking-changed'
  | 'booking-note-changed'
  | 'payment-recorded'
  | 'payment-voided'
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
  | 'consent-recorded'
  | 'consent-changed'
  | 'consent-withdrawn'
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
  | 'export-asked'

export interface AuditEntry {
  id: string
  at: number
  author: Author
  action: AuditedAction
  /** What it was done to, such as "Business facts" or "Message from Ann Lee". */
  subject: string
  changes: Change[]
}
