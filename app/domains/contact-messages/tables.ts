import type { Generated } from 'kysely'
import type { Outcome } from './handling'

/** Messages from the contact form; see platform/db/schema.ts for how instants, flags, money and json are stored. */
declare module '~/platform/db/schema' {
  interface Database {
    contact_messages: ContactMessageTable
    message_replies: MessageReplyTable
    reply_templates: ReplyTemplateTable
  }
}

interface ContactMessageTable {
  id: string
  name: string
  email: string
  phone: string
  subject: string
  message: string
  /** YYYY-MM-DD; '' for none, as below. */
  event_date: Generated<string>
  shoot_kind: Generated<string>
  place: Generated<string>
  heard_from: Generated<string>
  received_at: number
  answered_at: number | null
  /** Name of the team member who marked it as answered. */
  answered_by: string | null
  /** What became of an answered one; null as long as that is open. */
  outcome: Generated<Outcome | null>
  /** For lost ones; '' for others. */
  lost_reason: Generated<string>
  /** Made from the message. */
  booking_id: Generated<string | null>
  /** Of its event's details. */
  version: Generated<number>
}

/** An email below a message: the studio's, or the client's. */
interface MessageReplyTable {
  id: string
  contact_message_id: string
  /** The Message-ID of a received one, or a hash of one without; null: ours. */
  received_id: string | null
  /** Name of the team member, or the sender's name and address. */
  author: string
  subject: string
  text: string
  at: number
}

interface ReplyTemplateTable {
  id: string
  name: string
  subject: string
  message: string
  version: Generated<number>
}
