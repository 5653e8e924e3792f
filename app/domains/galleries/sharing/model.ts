import type { MailState } from '~/domains/outbox/model'
import { mailStateLabel } from '~/domains/outbox/model'
import type { PhotoView } from '~/domains/photos/model'
import { momentLabel } from '~/platform/time'
import type { DownloadSize } from '../access/model'

/** What one person may do with one gallery, as the studio sets it. */
export interface ShareRights {
  canFavorite: boolean
  sizes: DownloadSize[]
  /** YYYY-MM-DD, the last day for this person; null: as long as the gallery is open. */
  until: string | null
}

/** A gallery's client as listed in the Studio. */
export interface SharedPerson {
  id: string
  name: string
  email: string
  rights: ShareRights
  /** Revokes a client's link. */
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

export const SIZE_WORDS: Record<DownloadSize, string> = {
  web: 'Web (2048 px)',
  print: 'Print (4000 px)',
  original: 'Original',
}

/** A gallery as its client finds it in their account. */
export interface OwnGallery {
  id: string
  title: string
  dateline: string
  /** "412 photos, 36 favorited. Open until June 30, 2027." */
  about: string
  isOpen: boolean
  /** There is nothing to see of it yet, or not without its PIN. */
  isUndeveloped: boolean
  /** Lists of favorites that were submitted, such as "Album: 12 favorites, submitted November 20, 2026". */
  submitted: { list: string; label: string }[]
  /** There are photos, and some size of them may be fetched. */
  canDownload: boolean
  /** Some of its photos; none if a PIN is required, or while it is closed. */
  strip: PhotoView[]
}

/** A person of the list, with times as they are read. */
export interface SharedLine extends Omit<SharedPerson, 'sentAt' | 'mail' | 'firstOpenedAt' | 'lastOpenedAt'> {
  /** "Sent Nov 20, 2026, 9:30 AM", "Not sent: no mail server yet" */
  sent: string
  isNew: boolean
  /** The email that wasn’t sent, in the list of emails. */
  unsentMail: string | null
  opened: string
}

export function sharedLine(person: SharedPerson, zone: string): SharedLine {
  const { sentAt, mail, firstOpenedAt, lastOpenedAt, ...line } = person
  const moment = (at: number) => momentLabel(at, zone)
  return {
    ...line,
    sent: sentAt === null ? 'Not sent yet' : sentLine(sentAt, mail, moment),
    isNew: sentAt === null,
    unsentMail: mail && mail.state !== 'sent' ? mail.id : null,
    opened: openedLine(firstOpenedAt, lastOpenedAt, moment),
  }
}

function sentLine(queuedAt: number, mail: SharedPerson['mail'], moment: (at: number) => string): string {
  if (mail === null) return `Sent ${moment(queuedAt)}`
  return mail.state === 'sent' ? `Sent ${moment(mail.sentAt ?? queuedAt)}` : mailStateLabel(mail.state)
}

function openedLine(first: number | null, last: number | null, moment: (at: number) => string): string {
  if (first === null) return 'Not opened yet'
  return last === null || last === first
    ? `Opened ${moment(first)}`
    : `Opened ${moment(first)}, last ${moment(last)}`
}
