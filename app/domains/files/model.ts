export const COLLECT_FILES = 'collect-files'

export const DAY_MS = 86_400_000

/** How many files a run takes without asking: 50, or 5 % of all if that is more. */
export const mostAtOnce = (total: number): number => Math.max(50, Math.floor(total * 0.05))

/** A photo whose files are in quarantine. */
export interface QuarantinedPhoto {
  /** SHA-256 of its original, hexadecimal. */
  photo: string
  /** What it was called, or a part of its checksum. */
  name: string
  /** What is there of it, such as "Original, print size". */
  files: string
  bytes: number
  /** On which day it was moved, and on which it's deleted, as people read them. */
  moved: string
  until: string
}

export interface QuarantinePage {
  photos: QuarantinedPhoto[]
  /** How many there are altogether. */
  total: number
  /** Number of the next page; null: this is the last one. */
  next: number | null
}

/** Where files without a row wait until they are deleted. Keys go on with a date and the key that the file had. */
export const QUARANTINE = 'quarantine/'

/** How many whole days a file stays. */
export const KEPT_DAYS = 30

/** Storage key of a file in quarantine. The date is that of UTC. */
export const quarantineKey = (key: string, now: number): string =>
  `${QUARANTINE}${new Date(now).toISOString().slice(0, 10)}/${key}`

export interface QuarantineKey {
  /** YYYY-MM-DD, on which it was moved. */
  date: string
  /** The key that the file had. */
  original: string
  /** SHA-256 of the photo's original, or of the uploaded file, hexadecimal. */
  photo: string
  what: 'original' | 'web' | 'print' | 'upload'
}

/** What the keys of uploaded files begin with that never became photos. */
export const UPLOADS = 'uploads/'

const ORIGINAL = /^originals\/[0-9a-f]{2}\/([0-9a-f]{64})\.[a-z0-9]+$/
const DELIVERY = /^deliveries\/[0-9a-f]{2}\/([0-9a-f]{64})\/(web|print)\.jpg$/
const UPLOAD = /^uploads\/[0-9a-f]{2}\/([0-9a-f]{64})$/

/** @returns undefined for a file that this program did not put there */
export function readQuarantineKey(key: string): QuarantineKey | undefined {
  const [, date = '', original = ''] = /^quarantine\/(\d{4}-\d{2}-\d{2})\/(.+)$/.exec(key) ?? []
  const [, photo] = ORIGINAL.exec(original) ?? []
  if (photo) return { date, original, photo, what: 'original' }
  const [, upload] = UPLOAD.exec(original) ?? []
  if (upload) return { date, original, photo: upload, what: 'upload' }
  const [, sha256, size] = DELIVERY.exec(original) ?? []
  return sha256 ? { date, original, photo: sha256, what: size as 'web' | 'print' } : undefined
}

/** From when on a file is deleted that was moved on this date: 30 whole days later, wherever its day began. */
export const deletedAfter = (date: string): number => Date.parse(date) + (KEPT_DAYS + 1) * DAY_MS

/** A cleanup that would have taken too many files at once, and took none. */
export interface CleanupStop {
  /** What the keys of the files begin with. */
  prefix: string
  what: 'originals' | 'deliveries' | 'uploads' | 'quarantine'
  /** Files that it would have taken, of so many. */
  found: number
  total: number
  /** When it stopped first. */
  at: number
  /** The owner has answered, and the next run is on its way. */
  isAnswered: boolean
}

/** What happened, for people. */
export function stopSentence({ what, found, total }: Pick<CleanupStop, 'what' | 'found' | 'total'>): string {
  const [some, all] = [found, total].map((count) => count.toLocaleString('en-US'))
  switch (what) {
    case 'originals':
      return `Cleanup found ${some} of ${all} originals that no photo in your library uses. That’s too many to move to quarantine without asking you. Nothing was moved.`
    case 'deliveries':
      return `Cleanup found ${some} of ${all} delivery files that no photo in your library uses. That’s too many to move to quarantine without asking you. Nothing was moved.`
    case 'uploads':
      return `Cleanup found ${some} uploaded files that no upload is waiting for. That’s too many to move to quarantine without asking you. Nothing was moved.`
    case 'quarantine':
      return `${some} files have been in quarantine for 30 days. That’s too many to delete without asking you. Nothing was deleted.`
  }
}
