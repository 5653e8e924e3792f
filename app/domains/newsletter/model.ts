/** `unknown`: before consent was recorded. */
export const CONSENT_SOURCES = ['page', 'booking', 'account', 'import', 'studio', 'unknown'] as const
export type ConsentSource = (typeof CONSENT_SOURCES)[number]

/** What a person agreed to, and where. */
export interface Consent {
  source: ConsentSource
  /** The page, the imported file, or where the studio says that the person agreed. */
  place: string
  /** The text that the person saw, or the studio's statement. */
  words: string
}

/**
 * Why an address gets no newsletter. Only the person lifts `unsubscribed`, by subscribing again. The owner can
 * lift `bounced`. `complained` stays.
 */
export const SUPPRESSION_REASONS = ['unsubscribed', 'bounced', 'complained'] as const
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number]

/** Text that each recipient sees as their first name, or as "there" when it is unknown. */
export const FIRST_NAME = '{first name}'
/** Also as reply templates write it. */
export const FIRST_NAMES = /\{first ?name\}/gi
