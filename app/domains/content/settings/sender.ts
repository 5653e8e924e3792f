import type { Sender } from '~/domains/outbox/mailbox'
import type { Settings } from '../model'

/** The sender of emails: empty settings default to the business. */
export function senderOf({ studio, sender }: Pick<Settings, 'studio' | 'sender'>): Sender {
  const business = { name: studio.name, email: studio.email }
  const name = sender.name || studio.name
  return {
    from: { name, email: sender.email || studio.email },
    replyTo: { name, email: sender.replyTo || studio.email },
    business,
  }
}
