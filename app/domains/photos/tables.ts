import type { Generated } from 'kysely'

/** Photos; see platform/db/schema.ts for how instants, flags, money and json are kept. */
declare module '~/platform/db/schema' {
  interface Database {
    photos: PhotoTable
    renditions: RenditionTable
    photo_checks: PhotoCheckTable
  }
}

interface PhotoTable {
  id: string
  /** Readable and permanent: part of links. */
  slug: string
  /** SHA-256 of the original file, hexadecimal. */
  sha256: string
  /** Stands in media addresses; changes with the original or with the way renditions are made. */
  media_hash: string
  original_name: string
  format: string
  bytes: number
  /** Pixels, after EXIF orientation. */
  width: number
  height: number
  /** Dominant color, #rrggbb. */
  tone: string
  /** A data: address of a tiny blurred picture. */
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
  /** Raised by each edit of what people wrote about it. */
  version: Generated<number>
  /** Visitors may see it since; null: those only whom a gallery is shared with. */
  published_at: number | null
  /** 1: no recognizable person, so no release is needed. */
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
