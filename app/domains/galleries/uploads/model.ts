import type { ChoosablePhoto } from '~/domains/photos/model'

export const TAKE_UPLOAD = 'take-upload'
export const CLEAR_UPLOADS = 'clear-uploads'

/** Parallel uploads. Three are enough to saturate fast and slow connections. */
export const AT_ONCE = 3

/** Bytes per request: small, so that limits of proxies and lost connections matter little. */
export const PIECE_BYTES = 8 * 1024 * 1024

/** Maximum bytes of the form without script, including all files. */
export const FORM_WITH_FILES_BYTES = 64 * 1024 * 1024

/** Maximum checksums per request. */
export const MOST_CHECKSUMS = 200

/** What an uploader confirms before photos for the website become public. */
export const PEOPLE_ANSWERS = {
  none: 'No one in these photos can be recognized',
  agreed: 'Everyone who can be recognized agreed to be on my website',
} as const
export type PeopleAnswer = keyof typeof PEOPLE_ANSWERS

export const isPeopleAnswer = (text: string | null | undefined): text is PeopleAnswer =>
  typeof text === 'string' && Object.hasOwn(PEOPLE_ANSWERS, text)

/** Stands for the website's gallery in upload addresses. It is created with the first upload. */
export const WEBSITE_GALLERY = 'website'

/** A file uploaded for the website. */
export interface WebsiteUpload {
  id: string
  /** The published photo; null: not yet, or not at all. */
  photo: ChoosablePhoto | null
  /** Why it can't be used; null: it can, or is still being examined. */
  sentence: string | null
}

/** A file for which the browser asks whether it has to be uploaded. */
export interface FileToCheck {
  sha256: string
  name: string
  folder: string
  /** Its position in the selection, from 0. */
  order: number
}

/** The state of a gallery's uploads and renditions. */
export interface UploadProgress {
  /** Number of photos, and of those with all their renditions. */
  total: number
  developed: number
  failed: number
  /** Number of complete files that are being examined. */
  arrived: number
  /** Incomplete uploads, from any browser. */
  unfinished: UnfinishedUpload[]
  refused: RefusedUpload[]
}

export interface UnfinishedUpload {
  id: string
  name: string
  folder: string
  bytes: number
  /** Whether the viewer may cancel it. */
  mayEnd: boolean
}

export interface RefusedUpload {
  id: string
  name: string
  folder: string
  sentence: string
  /** Whether the viewer may dismiss it. */
  mayEnd: boolean
}

/** The slug of the website's gallery until it's shown with a title from its owner. */
export const WEBSITE_SLUG = 'website-photos'
