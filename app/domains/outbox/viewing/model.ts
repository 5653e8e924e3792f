import { NO_MAIL_SERVER } from '~/ui/no-mail-server'
import type { MailState, OutboxMail } from '../model'

export const MAIL_STATES: readonly MailState[] = ['failed', 'waiting', 'queued', 'not-sent', 'sent']

/** One line of the list of messages. */
export interface MailEntry {
  id: string
  kind: string
  to: OutboxMail['to']
  subject: string
  state: MailState
  /** Why it failed, or why it has not left yet. */
  failure: string | null
  expiresAt: number | null
  createdAt: number
  sentAt: number | null
}

/** "Sent", "Not sent: no mail server yet" */
export function mailStateLabel(state: MailState): string {
  switch (state) {
    case 'queued':
      return 'Sending'
    case 'waiting':
      return NO_MAIL_SERVER
    case 'sent':
      return 'Sent'
    case 'failed':
      return 'Failed'
    case 'not-sent':
      return 'Not sent'
  }
}
