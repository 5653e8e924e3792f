import type { OutboxMail } from '../model'

export type MailState = OutboxMail['state']
export const MAIL_STATES: readonly MailState[] = ['failed', 'queued', 'sent']

/** One line of the list of messages. */
export interface MailEntry {
  id: string
  kind: string
  to: OutboxMail['to']
  subject: string
  state: MailState
  /** Why it failed, or why it has not left yet. */
  failure: string | null
  createdAt: number
  sentAt: number | null
}
