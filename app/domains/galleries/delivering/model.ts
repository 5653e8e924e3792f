import type { DeliverySize } from '../access/model'

export const DOWNLOAD_KINDS = ['photo', 'set', 'favorites', 'everything'] as const
export type DownloadKind = (typeof DOWNLOAD_KINDS)[number]

/** What is asked for: one photograph, or several as an archive. */
export type Wanted =
  | { what: 'everything'; of: null }
  /** The item, the set, the favorite list. */
  | { what: Exclude<DownloadKind, 'everything'>; of: string }

/** As it stands in an address: `everything`, `set-{id}`, `list-{id}`. */
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
  size: DeliverySize
  /** Of all photographs of which the file is made. */
  bytes: number
  /** Photographs of which it is made. */
  ready: number
  /** Photographs that cannot be made as they are; the studio knows. */
  stuck: number
}

/** Some photographs of a gallery that can be fetched together. */
export interface DownloadChoice {
  /** As in the archive's address. */
  what: string
  label: string
  photographs: number
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

/** Most photographs that a phone takes into its own pictures one by one. */
export const HANDFUL = 10
