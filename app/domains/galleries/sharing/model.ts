import type { MailState } from '~/domains/outbox/model'
import type { DeliverySize } from '../access/model'

/** What one person may do with one gallery, as the studio sets it. */
export interface ShareRights {
  canFavorite: boolean
  sizes: DeliverySize[]
  /** YYYY-MM-DD, the last day for this person; null: as long as the gallery is open. */
  until: string | null
}

/** Somebody whom a gallery is shared with, as the Studio lists them. */
export interface SharedPerson {
  id: string
  name: string
  email: string
  rights: ShareRights
  /** Their link opens nothing any more. */
  isRevoked: boolean
  sentAt: number | null
  /** What became of the last email with the link; null: none is kept. */
  mail: { id: string; state: MailState; sentAt: number | null } | null
  firstOpenedAt: number | null
  lastOpenedAt: number | null
  version: number
}

/** Most people whom a gallery is shared with in one step. */
export const MOST_AT_ONCE = 50

export const SIZE_WORDS: Record<DeliverySize, string> = {
  web: 'Web (2048 px)',
  print: 'Print (4000 px)',
  original: 'Original',
}
