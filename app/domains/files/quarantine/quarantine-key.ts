import { DAY_MS } from '../model'

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
