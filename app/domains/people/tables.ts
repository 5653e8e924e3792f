/** People and their email addresses; see platform/db/schema.ts for how instants, flags, money and json are kept. */
declare module '~/platform/db/schema' {
  interface Database {
    people: PersonTable
    person_addresses: PersonAddressTable
  }
}

interface PersonTable {
  id: string
  /** Empty when nobody has said one. */
  name: string
  phone: string
  /** Who has said them: somebody unproven, the account, the studio. */
  details_from: 'claim' | 'account' | 'studio'
  note: string
  user_id: string | null
  /** How much the studio keeps of this person whatever becomes of an account. */
  records: number
  /** 1: one of the addresses gets the letters. */
  is_subscriber: number
  /** The record that this one has become; everything but the id is gone from here. */
  merged_into: string | null
  version: number
  created_at: number
  last_contact_at: number
}

interface PersonAddressTable {
  /** The address in lower case. */
  email_key: string
  email: string
  person_id: string
  /** When its owner has proven that it is theirs. */
  verified_at: number | null
  subscribed: number
  created_at: number
}

export {}
