import type { GalleryHead, GalleryShare } from '../access/model'

/** "412 photos" */
export const photographs = (count: number): string =>
  count === 1 ? '1 photo' : `${count.toLocaleString('en-US')} photos`

/** How large the title of a gallery is set: no word of it is broken on a phone, and it leaves room for what follows. */
export function titleSize(title: string): 'd1' | 'd2' | 't1' {
  const longest = Math.max(...title.split(/[\s-]+/).map((word) => word.length))
  if (longest <= 11 && title.length <= 30) return 'd1'
  return longest <= 17 && title.length <= 60 ? 'd2' : 't1'
}

/** What a closed gallery says of itself; the day as "June 30, 2027". */
export interface ClosedGallery {
  title: string
  /** null: it was closed, and not by a date. */
  closedOn: string | null
}

/**
 * The last day on which somebody could see a gallery.
 * @param dateOf YYYY-MM-DD of an instant in the studio’s zone
 */
export function lastDayOf(
  gallery: Pick<GalleryHead, 'state' | 'expiresOn'>,
  share: Pick<GalleryShare, 'expiresAt'> | null,
  dateOf: (at: number) => string,
): string | null {
  const own = share?.expiresAt == null ? null : dateOf(share.expiresAt - 1)
  if (own === null || gallery.expiresOn === null) return own ?? gallery.expiresOn
  return own < gallery.expiresOn ? own : gallery.expiresOn
}
