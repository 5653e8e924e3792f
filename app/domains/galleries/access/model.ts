import type { CapabilityCookie } from '~/platform/http/capability-cookie'
import type { GalleryState } from '../model'

/** The sizes in which photos are handed over, the smallest first. */
export const DOWNLOAD_SIZES = ['web', 'print', 'original'] as const
export type DownloadSize = (typeof DOWNLOAD_SIZES)[number]

export const readDownloadSize = (text: string): DownloadSize | undefined =>
  DOWNLOAD_SIZES.find((size) => size === text)

/** A client gallery as access to it is decided. */
export interface GalleryHead {
  id: string
  slug: string
  title: string
  /** Where and when. */
  dateline: string
  /** A message to the gallery's clients. */
  note: string
  coverPhotoId: string | null
  state: GalleryState
  /** YYYY-MM-DD, its last day in the studio’s zone. */
  expiresOn: string | null
  /** Sealed. */
  pin: string | null
  pinVersion: number
  sizes: DownloadSize[]
  /** Its photos are shown with the watermark, to be chosen from. */
  proofing: boolean
  pickLimit: number | null
  /** json: how the watermark is drawn; null: as usual. */
  watermark: string | null
}

/** What one person may do with one gallery. */
export interface GalleryShare {
  id: string
  galleryId: string
  name: string
  email: string
  canFavorite: boolean
  sizes: DownloadSize[]
  expiresAt: number | null
  revokedAt: number | null
  tokenVersion: number
}

/** A person's access to a gallery, checked anew for every page, image and archive. */
export interface GalleryAccess {
  gallery: GalleryHead
  /** null: the studio views its clients' page. */
  share: GalleryShare | null
  canFavorite: boolean
  /** Sizes that may be fetched; a picture on the page is not one of them. */
  sizes: DownloadSize[]
}

/** Digits of a gallery’s PIN. */
export const PIN_DIGITS = 6
/** Wrong PINs before a delay. */
export const PIN_TRIES = 8
const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 86_400_000

/** How long to wait after so many wrong PINs, in ms: nothing for the first seven, then a minute, doubled each time. */
export const pinWait = (failures: number): number =>
  failures < PIN_TRIES ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - PIN_TRIES))

const YEAR = 365 * 86_400

/** Holds the link’s token, a cookie a gallery: one gallery’s link opens no other. */
export const shareCookie = (galleryId: string): CapabilityCookie => ({
  name: `studio_gallery_${galleryId.replaceAll('-', '')}`,
  maxAge: YEAR,
})

/** Says that the PIN has been given. */
export const pinCookie = (galleryId: string): CapabilityCookie => ({
  name: `studio_pin_${galleryId.replaceAll('-', '')}`,
  maxAge: 30 * 86_400,
})
