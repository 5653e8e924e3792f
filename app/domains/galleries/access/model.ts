import type { CapabilityCookie } from '~/platform/http/capability-cookie'
import type { GalleryState } from '../model'

/** Download sizes, smallest first. */
export const DOWNLOAD_SIZES = ['web', 'print', 'original'] as const
export type DownloadSize = (typeof DOWNLOAD_SIZES)[number]

export const readDownloadSize = (text: string): DownloadSize | undefined =>
  DOWNLOAD_SIZES.find((size) => size === text)

/** A client gallery with what decides about access. */
export interface GalleryHead {
  id: string
  slug: string
  title: string
  /** Place and date of the photos, as text. */
  dateline: string
  /** A message to the gallery's clients. */
  note: string
  coverPhotoId: string | null
  state: GalleryState
  /** The last day of access in the studio’s zone, YYYY-MM-DD; null: no expiration. */
  expiresOn: string | null
  /** When it was closed, by its last day or before; null: it is open. */
  expiredAt: number | null
  /** Encrypted; null: no PIN. */
  pin: string | null
  pinVersion: number
  sizes: DownloadSize[]
  /** Photos have a watermark. */
  proofing: boolean
  pickLimit: number | null
}

/** A client's access to a gallery, and their permissions. */
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

/** Access to a gallery, checked for every page, image and download. */
export interface GalleryAccess {
  gallery: GalleryHead
  /** null: the studio views the clients' page. */
  share: GalleryShare | null
  canFavorite: boolean
  /** Sizes that can be downloaded. */
  sizes: DownloadSize[]
}

/** Digits of a gallery’s PIN. */
export const PIN_DIGITS = 6
/** Wrong PINs after which there is a delay. */
export const PIN_TRIES = 8
const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 86_400_000

/**
 * Delay after a number of wrong PINs, in milliseconds: none up to seven, then a minute, doubled each time.
 */
export const pinWait = (failures: number): number =>
  failures < PIN_TRIES ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - PIN_TRIES))

const YEAR = 365 * 86_400

/** Contains the link’s token. One cookie per gallery, since a link opens only one gallery. */
export const shareCookie = (galleryId: string): CapabilityCookie => ({
  name: `studio_gallery_${galleryId.replaceAll('-', '')}`,
  maxAge: YEAR,
})

/** Proves that the PIN was entered. */
export const pinCookie = (galleryId: string): CapabilityCookie => ({
  name: `studio_pin_${galleryId.replaceAll('-', '')}`,
  maxAge: 30 * 86_400,
})
