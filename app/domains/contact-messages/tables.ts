import type { Generated } from 'kysely'

/** Messages from the contact form; see platform/db/schema.ts for how instants, flags, money and json are stored. */
declare module '~/platform/db/schema' {
  interface Database {
    contact_messages: ContactMessageTable
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
}
