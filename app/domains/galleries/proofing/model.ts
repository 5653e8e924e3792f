import type { CapabilityCookie } from '~/platform/http/capability-cookie'

/** Characters of what a list is for, such as "Album". */
export const PURPOSE_MAX = 60
/** Characters of the last word that goes with a list. */
export const NOTE_MAX = 1000
export const COMMENT_MAX = 1000
/** Lists that one person can have in a gallery. */
export const LISTS_MAX = 10
/** Comments of one person on one photo. */
export const COMMENTS_MAX = 50
/** Name of the list that a client's first favorite creates. */
export const FIRST_PURPOSE = 'Favorites'

/** What one person has favorited for one purpose. */
export interface FavoriteList {
  id: string
  purpose: string
  /** Most photos on it; null: no limit. */
  limit: number | null
  /** Photos on it that can be seen. */
  count: number
  /** It is locked since; null: still being chosen. */
  submittedAt: number | null
  note: string
  version: number
}

/** A client's favorites in a gallery, for its pages. */
export interface Choices {
  lists: FavoriteList[]
  /** The list into which the page favorites; null: there is none yet, the first favorite begins it. */
  current: FavoriteList | null
  /** What a list that does not exist yet would allow. */
  limit: number | null
  /** Which of the given photos are on the current list. */
  chosen: string[]
}

/** A word about one photo. */
export interface PhotoComment {
  id: string
  itemId: string
  author: string
  /** Of the studio. */
  isStudio: boolean
  /** The viewer's own, which they can withdraw. */
  isOwn: boolean
  body: string
  /** Such as "Nov 20, 2026, 9:30 AM". */
  when: string
}

/** A photo on a list, as named in the Studio and in emails. */
export interface ChosenItem {
  itemId: string
  photoId: string
  /** In the gallery as its clients see it, from 1. */
  number: number
  caption: string
  fileName: string
  title: string
  chosenAt: number
}

/** "12 of 30", or "12" where there is no limit. */
export const countLabel = ({ count, limit }: { count: number; limit: number | null }): string =>
  limit === null ? String(count) : `${count} of ${limit}`

/** Announced on changes: "12 of 30 favorites". */
export const favoritesLabel = (list: { count: number; limit: number | null }): string =>
  `${countLabel(list)} ${list.limit === null && list.count === 1 ? 'favorite' : 'favorites'}`

/** Why a photo was not favorited, as a sentence. */
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

/** Why a list wasn't submitted. */
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

/** Remembers into which list a browser favorites. It opens nothing: a list that is not theirs is not found. */
export const currentListCookie = (galleryId: string): CapabilityCookie => ({
  name: `studio_list_${galleryId.replaceAll('-', '')}`,
  maxAge: 90 * 86_400,
})
