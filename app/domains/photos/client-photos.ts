/** Most photos of an answer, and in one form. */
export const CLIENT_PHOTOS_MAX = 10

/** Largest file that a client can add, in bytes. */
export const CLIENT_PHOTO_BYTES = 20 * 1024 * 1024

/** A photo that a client added to an answer. */
export interface ClientPhoto {
  id: string
  question: string
  name: string
  bytes: number
  /** Pixels. */
  width: number
  height: number
}

/** "3 photos"; '': none. */
export const photosLabel = (count: number): string =>
  count === 0 ? '' : count === 1 ? '1 photo' : `${count} photos`
