import type { MailState } from '~/domains/outbox/model'
import { mailStateLabel } from '~/domains/outbox/model'
import type { PhotoView } from '~/domains/photos/model'
import { momentLabel } from '~/platform/time'
import type { DownloadSize } from '../access/model'

/** A client's permissions for a gallery, as the studio sets them. */
export interface ShareRights {
  canFavorite: boolean
  sizes: DownloadSize[]
  /** The last day for this client, YYYY-MM-DD; null: as long as the gallery is open. */
  until: string | null
}

/** A gallery's client as listed in the Studio. */
export interface SharedPerson {
  id: string
  name: string
  email: string
  rights: ShareRights
  /** Whether the client's link is revoked. */
  isRevoked: boolean
  sentAt: number | null
  /** Status of the last email with the link; null: none. */
  mail: { id: string; state: MailState; sentAt: number | null } | null
  firstOpenedAt: number | null
  lastOpenedAt: number | null
  version: number
}

/** Maximum number of people added at once. */
export const MOST_AT_ONCE = 50

export const SIZE_WORDS: Record<DownloadSize, string> = {
  web: 'Web (2048 px)',
  print: 'Print (4000 px)',
  original: 'Original',
}

/** A gallery in its client's account. */
export interface OwnGallery {
  id: string
  title: string
  dateline: string
  /** "412 photos, 36 favorited. Open until June 30, 2027." */
  about: string
  /** What the client can do now: "Pick up to 5 favorites. You’ve picked 2."; empty: nothing. */
  asked: string
  isOpen: boolean
  /** Whether there are no photos yet. */
  isUndeveloped: boolean
  /** Submitted favorites lists, such as "Album: 12 favorites, submitted November 20, 2026". */
  submitted: { list: string; label: string }[]
  /** Whether there are photos in a size that can be downloaded. */
  canDownload: boolean
  /** null: no photo yet, or it is closed. If a PIN is required, only the cover’s color and blurred preview. */
  cover: PhotoView | null
  /** Whether a PIN is required. */
  isLocked: boolean
  /** Its photos have watermarks, which must not be cropped. */
  isProofing: boolean
  /** Some of its photos beside the cover. */
  strip: PhotoView[]
}

/** What a client is asked to do in an open gallery. */
export function askedOf(gallery: {
  /** Photos that they can see. */
  total: number
  needsPin: boolean
  /** Number of favorites; null: the client can't pick favorites. */
  chosen: number | null
  limit: number | null
  isProofing: boolean
  hasSubmitted: boolean
  canDownload: boolean
}): string {
  const { total, chosen, limit, hasSubmitted } = gallery
  if (total === 0) return ''
  if (gallery.needsPin) return 'Open it with the PIN that we sent you.'
  if (chosen !== null && !hasSubmitted && (gallery.isProofing || limit !== null || chosen > 0)) {
    if (limit !== null && chosen >= limit) return `You’ve picked all ${limit}. Review and submit them.`
    const already = chosen > 0 ? ` You’ve picked ${chosen}.` : ''
    return `${limit === null ? 'Pick your favorites.' : `Pick up to ${limit} favorites.`}${already}`
  }
  if (gallery.canDownload) return 'Your photos are ready to download.'
  return hasSubmitted ? 'We’ve got your favorites.' : ''
}

/** A client in the list, with finished texts for times. */
export interface SharedLine extends Omit<SharedPerson, 'sentAt' | 'mail' | 'firstOpenedAt' | 'lastOpenedAt'> {
  /** "Sent Nov 20, 2026, 9:30 AM", "Not sent: no mail server yet" */
  sent: string
  isNew: boolean
  /** Id of the email that wasn’t sent; null: none. */
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
