import type { Generated } from 'kysely'

/** People and their email addresses; see platform/db/schema.ts for how instants, flags, money and json are stored. */
declare module '~/platform/db/schema' {
  interface Database {
    people: PersonTable
    person_addresses: PersonAddressTable
  }
}

interface PersonTable {
  id: string
  /** Empty when unknown. */
  name: string
  phone: string
  /** Source of the details: an unverified claim, the account, or the studio. */
  details_from: 'claim' | 'account' | 'studio'
  note: string
  user_id: string | null
  /** Number of the studio's records about this person that outlive an account. */
  records: number
  /** Unused: the newsletter's own rows say it. */
  is_subscriber: number
  /** The person that this one was merged into. The row then has no other data. */
  merged_into: string | null
  /** 1: gets no payment reminders. */
  payment_reminders_off: Generated<number>
  version: number
  created_at: number
  last_contact_at: number
}

interface PersonAddressTable {
  /** The address in lower case. */
  email_key: string
  email: string
  person_id: string
  /** When it was verified. */
  verified_at: number | null
  /** Unused, as `people.is_subscriber`. */
  subscribed: number
  created_at: number
}
