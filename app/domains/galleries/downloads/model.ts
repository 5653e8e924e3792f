import type { PrintSize } from '~/platform/imaging/protocol'
import type { DownloadSize } from '../access/model'

export const DOWNLOAD_KINDS = ['photo', 'set', 'favorites', 'everything'] as const
export type DownloadKind = (typeof DOWNLOAD_KINDS)[number]

/** A requested photo, or an archive of several. */
export type Wanted =
  | { what: 'everything'; of: null }
  /** The item, the set, the favorite list. */
  | { what: Exclude<DownloadKind, 'everything'>; of: string }

/** As in the address: `everything`, `set-{id}`, `list-{id}`. */
export const archiveName = (wanted: Exclude<Wanted, { what: 'photo' }>): string =>
  wanted.what === 'everything' ? 'everything' : `${wanted.what === 'set' ? 'set' : 'list'}-${wanted.of}`

/** @returns undefined: it names nothing that could be there */
export function readArchiveName(name: string): Wanted | undefined {
  if (name === 'everything') return { what: 'everything', of: null }
  const [, kind, id] = /^(set|list)-([0-9a-f-]{36})$/.exec(name) ?? []
  if (!id) return undefined
  return { what: kind === 'set' ? 'set' : 'favorites', of: id }
}

/** One size of one choice, as its panel shows it. */
export interface OfferedSize {
  size: DownloadSize
  /** Of all photos of which the file is made. */
  bytes: number
  /** Photos of which it is made. */
  ready: number
  /** Photos that cannot be made as they are; the studio knows. */
  stuck: number
}

/** Some photos of a gallery that can be fetched together. */
export interface DownloadChoice {
  /** As in the archive's address. */
  what: string
  label: string
  photos: number
  sizes: OfferedSize[]
  /** Where few, so that a phone can take each by itself. */
  items: string[]
}

/** What a person may fetch from a gallery. */
export interface Downloads {
  galleryId: string
  choices: DownloadChoice[]
  /** Every file of every choice is made. */
  isReady: boolean
}

/** Most photos that a phone takes into its own pictures one by one. */
export const HANDFUL = 10

/** One download as the studio reads it. */
export interface Delivery {
  id: string
  /** Name and address of who fetched it. */
  who: string
  /** Such as "All photos" or "Set “Party”". */
  what: string
  /** "Print" */
  size: string
  photos: number
  bytes: number
  /** Bytes handed to the network. */
  sentBytes: number
  isComplete: boolean
  started: string
  /** When the last byte was sent; null: it was not. */
  completed: string | null
  /** When something was last sent. */
  last: string
  /** Names the exact content. */
  fingerprint: string
}

/** All that one person tried to fetch of one content in one size: what broke off, and what came of it. */
export interface DownloadAttempts {
  /** The newest that was completed, else the one of which most was sent. */
  best: Delivery
  tries: number
  /** How many of them were completed. */
  completed: number
  /**
   * Other attempts, completed ones first, then the newest; many small ones of a download manager are left
   * out.
   */
  others: Delivery[]
}

/** Which of a gallery's current photos were downloaded in the size that counts as delivered. */
export interface Handed {
  photos: number
  delivered: number
  /** "Original" */
  size: string
  isComplete: boolean
}

/** How the sizes that are made are made. The original is handed over byte for byte. */
export const MADE_SIZES: Record<Exclude<DownloadSize, 'original'>, PrintSize> = {
  web: { name: 'web', longEdge: 2048, quality: 85 },
  print: { name: 'print', longEdge: 4000, quality: 92 },
}

export const SIZE_LABELS: Record<DownloadSize, string> = {
  web: 'Web',
  print: 'Print',
  original: 'Original',
}

export const SIZE_NOTES: Record<DownloadSize, string> = {
  web: '2048 px, for phones and sharing',
  print: 'High resolution, up to 4000 px, for prints up to 13 × 20 in',
  original: 'The photographer’s files, unchanged',
}
