export const COLLECT_FILES = 'collect-files'

export const DAY_MS = 86_400_000

/** Maximum number of files that a run may take without asking: 50, or 5% of all if that is more. */
export const mostAtOnce = (total: number): number => Math.max(50, Math.floor(total * 0.05))

/** A photo whose files are in quarantine. */
export interface QuarantinedPhoto {
  /** SHA-256 of its original, hexadecimal. */
  photo: string
  /** Its file name, or a part of its checksum. */
  name: string
  /** Its files, such as "Original, print size". */
  files: string
  bytes: number
  /** The days on which it was quarantined and will be deleted, as text. */
  moved: string
  until: string
}

export interface QuarantinePage {
  photos: QuarantinedPhoto[]
  /** Number of all photos in quarantine. */
  total: number
  /** Number of the next page; null: last page. */
  next: number | null
}

/** Prefix of quarantined files, followed by a date and the original key. */
export const QUARANTINE = 'quarantine/'

/** Whole days in quarantine. */
export const KEPT_DAYS = 30

/** Storage key of a file that is quarantined now. The date is in UTC. */
export const quarantineKey = (key: string, now: number): string =>
  `${QUARANTINE}${new Date(now).toISOString().slice(0, 10)}/${key}`

export interface QuarantineKey {
  /** YYYY-MM-DD, the day of quarantine. */
  date: string
  /** Its original key. */
  original: string
  /** SHA-256 of the photo's original, or of the uploaded file, hexadecimal. */
  photo: string
  what: 'original' | 'web' | 'print' | 'upload'
  /** What a download size was made with. */
  recipe: string
}

/** Key prefix of uploads that never became photos. */
export const UPLOADS = 'uploads/'

const ORIGINAL = /^originals\/[0-9a-f]{2}\/([0-9a-f]{64})\.[a-z0-9]+$/
const DOWNLOAD_FILE = /^download-files\/[0-9a-f]{2}\/([0-9a-f]{64})\/(web|print)(?:-([0-9]+))?\.jpg$/
const UPLOAD = /^uploads\/[0-9a-f]{2}\/([0-9a-f]{64})$/

/** @returns undefined for a file that isn't from this program */
export function readQuarantineKey(key: string): QuarantineKey | undefined {
  const [, date = '', original = ''] = /^quarantine\/(\d{4}-\d{2}-\d{2})\/(.+)$/.exec(key) ?? []
  const [, photo] = ORIGINAL.exec(original) ?? []
  if (photo) return { date, original, photo, what: 'original', recipe: '' }
  const [, upload] = UPLOAD.exec(original) ?? []
  if (upload) return { date, original, photo: upload, what: 'upload', recipe: '' }
  const [, sha256, size, recipe = '1'] = DOWNLOAD_FILE.exec(original) ?? []
  return sha256 ? { date, original, photo: sha256, what: size as 'web' | 'print', recipe } : undefined
}

/** When a file moved on this date is deleted: 30 whole days later in any time zone. */
export const deletedAfter = (date: string): number => Date.parse(date) + (KEPT_DAYS + 1) * DAY_MS

/** A cleanup that stopped because it found too many files. */
export interface CleanupStop {
  /** Key prefix of the files. */
  prefix: string
  what: 'originals' | 'download-files' | 'uploads' | 'quarantine'
  /** Number of files that it would have taken, and of all files. */
  found: number
  total: number
  /** When it first stopped. */
  at: number
  /** The owner has answered, and the next run is queued. */
  isAnswered: boolean
}

/** Describes a stopped cleanup for people. */
export function stopSentence({ what, found, total }: Pick<CleanupStop, 'what' | 'found' | 'total'>): string {
  const [some, all] = [found, total].map((count) => count.toLocaleString('en-US'))
  switch (what) {
    case 'originals':
      return `Cleanup found ${some} of ${all} originals that no photo in your library uses. That’s too many to move to quarantine without asking you. Nothing was moved.`
    case 'download-files':
      return `Cleanup found ${some} of ${all} download files that no photo in your library uses. That’s too many to move to quarantine without asking you. Nothing was moved.`
    case 'uploads':
      return `Cleanup found ${some} uploaded files that no upload is waiting for. That’s too many to move to quarantine without asking you. Nothing was moved.`
    case 'quarantine':
      return `${some} files have been in quarantine for 30 days. That’s too many to delete without asking you. Nothing was deleted.`
  }
}
