import type { PrintSize } from '~/platform/imaging/protocol'
import type { DownloadSize } from '../access/model'

export const DOWNLOAD_KINDS = ['photo', 'set', 'favorites', 'everything'] as const
export type DownloadKind = (typeof DOWNLOAD_KINDS)[number]

/** What a download contains: a photo, or an archive of several. */
export type Wanted =
  | { what: 'everything'; of: null }
  /** `of`: id of the item, set or favorites list. */
  | { what: Exclude<DownloadKind, 'everything'>; of: string }

/** The archive's name in the URL: `everything`, `set-{id}`, `list-{id}`. */
export const archiveName = (wanted: Exclude<Wanted, { what: 'photo' }>): string =>
  wanted.what === 'everything' ? 'everything' : `${wanted.what === 'set' ? 'set' : 'list'}-${wanted.of}`

/** @returns undefined: not a valid name */
export function readArchiveName(name: string): Wanted | undefined {
  if (name === 'everything') return { what: 'everything', of: null }
  const [, kind, id] = /^(set|list)-([0-9a-f-]{36})$/.exec(name) ?? []
  if (!id) return undefined
  return { what: kind === 'set' ? 'set' : 'favorites', of: id }
}

/** One size of a choice. */
export interface OfferedSize {
  size: DownloadSize
  /** Bytes of the files that are made. */
  bytes: number
  /** Number of photos whose file is made. */
  ready: number
  /** Number of photos that can't be made in this size; the studio was notified. */
  stuck: number
}

/** Photos of a gallery that can be downloaded together. */
export interface DownloadChoice {
  /** Its name in the archive's URL. */
  what: string
  label: string
  photos: number
  sizes: OfferedSize[]
  /** Ids of the items if there are few, so that a phone can save each photo. */
  items: string[]
}

/** What a client can download from a gallery. */
export interface Downloads {
  galleryId: string
  choices: DownloadChoice[]
  /** Whether every file of every choice is made. */
  isReady: boolean
}

/** Maximum number of photos that a phone saves one by one. */
export const HANDFUL = 10

/** A download as shown in the Studio. */
export interface DownloadReceipt {
  id: string
  /** Name and email of the client. */
  who: string
  /** Such as "All photos" or "Set “Party”". */
  what: string
  /** "Print" */
  size: string
  photos: number
  bytes: number
  /** Bytes that the network accepted. */
  sentBytes: number
  isComplete: boolean
  started: string
  /** When the last byte was sent; null: incomplete. */
  completed: string | null
  /** When bytes were last sent. */
  last: string
  /** Identifies the exact content. */
  fingerprint: string
}

/** A client's downloads of the same content in the same size. */
export interface DownloadAttempts {
  /** The newest complete one, else the one with the most bytes sent. */
  best: DownloadReceipt
  tries: number
  /** Number of complete ones. */
  completed: number
  /**
   * The others, complete ones first, then the newest. The list is limited, since download managers make many
   * small requests.
   */
  others: DownloadReceipt[]
}

/** How many of a gallery's current photos were downloaded, in the size that counts as delivery. */
export interface DownloadCoverage {
  photos: number
  delivered: number
  /** "Original" */
  size: string
  isComplete: boolean
}

/** Settings for the sizes that are made. Originals are sent unchanged. */
/**
 * Version of the way download sizes are made, part of their keys. Raise it with a change that alters their bytes and
 * is worth making all of them anew, by `renditions rebuild`.
 */
export const DOWNLOAD_RECIPE = '1'

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
