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
