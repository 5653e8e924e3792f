import type { CapabilityCookie } from '~/platform/http/capability-cookie'

/** Maximum characters of a list's name, such as "Album". */
export const PURPOSE_MAX = 60
/** Maximum characters of the note with a submitted list. */
export const NOTE_MAX = 1000
export const COMMENT_MAX = 1000
/** Maximum number of lists per client and gallery. */
export const LISTS_MAX = 10
/** Maximum number of comments per client and photo. */
export const COMMENTS_MAX = 50
/** Name of the list that a client's first favorite creates. */
export const FIRST_PURPOSE = 'Favorites'

/** A client's favorites list. */
export interface FavoriteList {
  id: string
  purpose: string
  /** Maximum photos on it; null: no limit. */
  limit: number | null
  /** Number of its visible photos. */
  count: number
  /** Locked since then, milliseconds since 1970; null: not submitted. */
  submittedAt: number | null
  note: string
  version: number
}

/** A client's favorites in a gallery, for its pages. */
export interface Choices {
  lists: FavoriteList[]
  /** The list to which favorites are added; null: the first favorite creates one. */
  current: FavoriteList | null
  /** The limit of a list that doesn't exist yet. */
  limit: number | null
  /** Ids of the given photos that are on the current list. */
  chosen: string[]
}

/** A comment on a photo. */
export interface PhotoComment {
  id: string
  itemId: string
  author: string
  /** Written by the studio. */
  isStudio: boolean
  /** Written by the viewer, who can delete it. */
  isOwn: boolean
  body: string
  /** Such as "Nov 20, 2026, 9:30 AM". */
  when: string
}

/** A photo on a list, as named in the Studio and in emails. */
export interface ChosenItem {
  itemId: string
  photoId: string
  /** Number in the gallery as its clients see it, from 1. */
  number: number
  caption: string
  fileName: string
  title: string
  chosenAt: number
}

/** "12 of 30", or "12" without a limit. */
export const countLabel = ({ count, limit }: { count: number; limit: number | null }): string =>
  limit === null ? String(count) : `${count} of ${limit}`

/** Announced on changes: "12 of 30 favorites". */
export const favoritesLabel = (list: { count: number; limit: number | null }): string =>
  `${countLabel(list)} ${list.limit === null && list.count === 1 ? 'favorite' : 'favorites'}`

/** The count, and at the limit what to do next. */
export const favoritesStatus = (list: { count: number; limit: number | null }): string =>
  list.limit !== null && list.count >= list.limit
    ? `${favoritesLabel(list)}. Submit them, or remove one to pick another.`
    : favoritesLabel(list)

/** A sentence about why a photo wasn't favorited. */
export function favoriteRefusal(refusal: {
  reason: 'not-allowed' | 'missing' | 'locked' | 'full'
  limit?: number | null
}): string {
  switch (refusal.reason) {
    case 'not-allowed':
      return 'You can view this gallery, but you can’t pick favorites in it. Contact us if that’s a mistake.'
    case 'missing':
      return 'This photo or list no longer exists. Reload the page.'
    case 'locked':
      return 'You’ve already submitted this list. To change it, ask us to reopen it.'
    case 'full':
      return `You’ve picked ${refusal.limit}, the limit for this list. Remove one to add this photo.`
  }
}

/** A sentence about why a list wasn't submitted. */
export function submissionRefusal(refusal: {
  reason: 'not-allowed' | 'missing' | 'locked' | 'empty' | 'changed-since' | 'over-limit'
  limit?: number
}): string {
  switch (refusal.reason) {
    case 'not-allowed':
      return 'You can view this gallery, but you can’t pick favorites in it. Contact us if that’s a mistake.'
    case 'missing':
      return 'This list no longer exists.'
    case 'locked':
      return 'You’ve already submitted this list.'
    case 'empty':
      return 'This list has no favorites yet.'
    case 'changed-since':
      return 'This list just changed. Review it, then submit it.'
    case 'over-limit':
      return `You can submit up to ${refusal.limit} photos. Remove some first.`
  }
}

/** The list to which this browser adds favorites. It gives no access: other clients' lists aren't found. */
export const currentListCookie = (galleryId: string): CapabilityCookie => ({
  name: `studio_list_${galleryId.replaceAll('-', '')}`,
  maxAge: 90 * 86_400,
})
