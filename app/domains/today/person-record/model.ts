import type { PersonAddress } from '~/domains/people/model'
import type { Happening } from '../person-history/model'

export type PersonTag = 'Owner' | 'Assistant' | 'Account' | 'Newsletter'

/** One line of the list of people. */
export interface ShownPerson {
  id: string
  /** What to call the person, be it an address. */
  title: string
  /** The address that stands for the others; empty: it is the title. */
  email: string
  phone: string
  tags: PersonTag[]
  when: string
}

export interface ShownAccount {
  id: string
  /** "Client", "Assistant" or "Owner". */
  role: string
  email: string
  name: string
  phone: string
  isVerified: boolean
  hasTwoFactor: boolean
  opened: string
  /** null: not signed in anywhere. */
  lastSeen: string | null
}

export type ShownHappening = Happening & { when: string }

export interface PersonRecord {
  id: string
  title: string
  name: string
  phone: string
  note: string
  version: number
  addresses: PersonAddress[]
  isSubscriber: boolean
  /** When the studio first heard of them. */
  since: string
  account: ShownAccount | undefined
  history: ShownHappening[]
  /** What the next page of the history begins behind; null: this is the last. */
  next: string | null
}
