export const TAKE_UPLOAD = 'take-upload'
export const CLEAR_UPLOADS = 'clear-uploads'

/** Files at the same time: a slow line is full with three, and a fast one too. */
export const AT_ONCE = 3

/** Bytes of one request, so that proxies on the way and lost connections cost little. */
export const PIECE_BYTES = 8 * 1024 * 1024

/** Bytes of the form without script, with all its files. */
export const FORM_WITH_FILES_BYTES = 64 * 1024 * 1024

/** Most checksums per request. */
export const MOST_ASKED = 200

/** A file for which the browser asks whether it has to be uploaded. */
export interface AskedFile {
  sha256: string
  name: string
  folder: string
  /** Its place among those that were chosen together, from 0. */
  order: number
}

/** How far the photos of one gallery are. */
export interface UploadProgress {
  /** Photos of the gallery, and how many of them have all their renditions. */
  total: number
  developed: number
  failed: number
  /** Files whose bytes are all there and that are being examined. */
  arrived: number
  /** Begun and not finished, in any browser. */
  unfinished: UnfinishedUpload[]
  refused: RefusedUpload[]
}

export interface UnfinishedUpload {
  id: string
  name: string
  folder: string
  bytes: number
  /** Who looks may cancel it. */
  mayEnd: boolean
}

export interface RefusedUpload {
  id: string
  name: string
  folder: string
  sentence: string
  /** Who looks may dismiss this note. */
  mayEnd: boolean
}
