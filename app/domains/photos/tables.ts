import type { Generated } from 'kysely'

/** Photos; see platform/db/schema.ts for how instants, flags, money and json are stored. */
declare module '~/platform/db/schema' {
  interface Database {
    photos: PhotoTable
    renditions: RenditionTable
    photo_checks: PhotoCheckTable
    client_photos: ClientPhotoTable
  }
}

interface PhotoTable {
  id: string
  /** Readable and permanent, since it is part of links. */
  slug: string
  /** SHA-256 of the original file, hexadecimal. */
  sha256: string
  /** Part of the renditions' addresses. Changes with the original or with the way renditions are made. */
  media_hash: string
  original_name: string
  format: string
  bytes: number
  /** Pixels, after EXIF orientation. */
  width: number
  height: number
  /** Dominant color, #rrggbb. */
  tone: string
  /** A tiny blurred picture as a data: URL. */
  placeholder: string
  title: string
  alt: string
  /** Focal point, 0 to 1 from the left and from the top. */
  focal_x: number
  focal_y: number
  camera: string | null
  lens: string | null
  /** Such as "50 mm f/4". */
  exposure: string | null
  /** Wall time of the camera, YYYY-MM-DDTHH:MM:SS; cameras record no zone. */
  captured_at: string | null
  creator: string | null
  copyright: string | null
  had_gps: number
  source_profile: string | null
  state: 'processing' | 'ready' | 'failed'
  failure: string | null
  created_at: number
  /** Raised by each edit of the texts or the focal point. */
  version: Generated<number>
  /** When visitors could first see it; null: only people with whom a gallery is shared can. */
  published_at: number | null
  /** 1: no recognizable people, so no release is needed. */
  no_recognizable_people: Generated<number>
}

interface RenditionTable {
  photo_id: string
  format: 'avif' | 'jpg'
  width: number
  height: number
  bytes: number
  sha256: string
  created_at: number
}

interface PhotoCheckTable {
  photo_id: string
  requested_at: number
  /** null: not checked yet. */
  at: number | null
  /** json: results of each point of the safety report */
  points: string
}

/** Photos that clients add to their answers. Their files are originals, but they aren't in the library. */
interface ClientPhotoTable {
  id: string
  booking_id: string
  /** The question as it was asked, like in `bookings.answers`. */
  question: string
  original_name: string
  /** SHA-256 of the original file, hexadecimal. */
  sha256: string
  format: string
  bytes: number
  /** Pixels, after EXIF orientation. */
  width: number
  height: number
  created_at: number
}
