import { type GalleryHead, type GalleryShare, PIN_DIGITS } from '../access/model'
import { countLabel } from '../model'

/** "412 photos" */
export const photoCount = (count: number): string => (count === 1 ? '1 photo' : `${countLabel(count)} photos`)

/** The type size of a gallery's title, so that no word breaks on a phone. */
export function titleSize(title: string): 'd1' | 'd2' | 't1' {
  const longest = Math.max(...title.split(/[\s-]+/).map((word) => word.length))
  if (longest <= 11 && title.length <= 30) return 'd1'
  return longest <= 17 && title.length <= 60 ? 'd2' : 't1'
}

/** What clients see of an expired gallery. */
export interface ExpiredGallery {
  title: string
  /** "June 30, 2027"; null: it wasn't closed by a date. */
  closedOn: string | null
}

/** The last day of access; null: unlimited. @param dateOf returns YYYY-MM-DD of an instant in the studio's zone */
export function lastDayOf(
  gallery: Pick<GalleryHead, 'expiresOn' | 'expiredAt'>,
  share: Pick<GalleryShare, 'expiresAt'> | null,
  dateOf: (at: number) => string,
): string | null {
  const days = [
    gallery.expiresOn,
    gallery.expiredAt === null ? null : dateOf(gallery.expiredAt),
    share?.expiresAt == null ? null : dateOf(share.expiresAt - 1),
  ]
  return days.filter((day) => day !== null).toSorted()[0] ?? null
}

/** Whether the text is a PIN. Spaces are allowed anywhere. */
export const isPin = (typed: string): boolean =>
  new RegExp(`^\\d{${PIN_DIGITS}}$`).test(typed.replace(/\s/g, ''))

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/** A sentence about how long to wait before the next try. */
export function waitSentence(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / MINUTE_MS))
  const hours = Math.ceil(ms / HOUR_MS)
  const time = minutes === 1 ? 'a minute' : minutes < 100 ? `${minutes} minutes` : `${hours} hours`
  return `Too many wrong PINs. Please wait ${time}, then try again, or ask us for the PIN.`
}
