export const READ_BOUNCES = 'read-bounces'

/** The form's fields. */
export const MAILBOX_FIELDS = ['host', 'port', 'encryption', 'username', 'password'] as const

/** A mailbox without encryption would reveal its password. */
export const MAILBOX_ENCRYPTIONS = ['tls', 'starttls'] as const

/** The address for email providers, as the Studio shows it. */
export interface ShownWebhook {
  /** null: it was encrypted with another secret, so it can't be used. */
  address: string | null
  /** Named by the next change. */
  version: number
  /** When a message last arrived; null: never. */
  receivedAt: string | null
}

/** The mailbox to which undelivered emails are returned, as the Studio shows it. */
export interface ShownMailbox {
  host: string
  port: number
  encryption: (typeof MAILBOX_ENCRYPTIONS)[number]
  username: string
  /** Named by the next change. 0: there is none yet. */
  version: number
  /** Its password was encrypted with another secret, so it can't be used. */
  isLocked: boolean
  /** Such as "November 20, 2026, 9:30 AM EST"; null: never. */
  readAt: string | null
  /** Why the last attempt failed; null if it didn't. */
  failure: string | null
}
