import type { RenditionFormat } from './recipe.ts'

/** Requests to a photo worker and its responses, sent between processes. */
export type WorkerTask =
  | ({ kind: 'inspect'; file: string } & InspectionOptions)
  | { kind: 'render'; file: string; widths: readonly number[]; credit: Credit; overlay?: Overlay | undefined }
  | { kind: 'examine'; file: string }
  | { kind: 'logo'; file: string; logo: LogoKind }
  | { kind: 'letters'; letters: readonly [string, string] }
  | { kind: 'card'; file: string | null; card: SocialCard }
  | { kind: 'tiles'; file: string; folder: string }
  | { kind: 'download-sizes'; file: string; sizes: readonly PrintSize[]; credit: Rights }

export interface InspectionOptions {
  /** Also makes a JPEG of this width, or of the photo's own width if that is smaller. */
  thumbWidth?: number
  /**
   * The photo is in the library already. It is accepted in any shape, since earlier versions accepted photos
   * that are too tall to be shown.
   */
  isStored?: boolean
}

/** Drawn over a photo in white before encoding. */
export type Overlay = OverlayPlace &
  (
    | { kind: 'logo'; letters: readonly [string, string] }
    | { kind: 'text'; text: string }
    /** A PNG made here. */
    | { kind: 'picture'; png: Uint8Array }
  )

interface OverlayPlace {
  position: 'lower-right' | 'lower-left' | 'upper-right' | 'upper-left' | 'center'
  /** Opacity, from 0 to 1. */
  opacity: number
  /** As a fraction of the photo's width. */
  width: number
}

/** The header's logo, or the favicon. */
export type LogoKind = 'logo' | 'favicon'

export type WorkerRequest = WorkerTask & { id: number; memoryLimitMb: number }

export type WorkerReply =
  | { id: number; outcome: WorkerAnswer }
  /** The photo takes too much memory. The worker asks to be ended. */
  | { id: number; outOfMemory: true }
  /** A bug of the worker, not of the photo. */
  | { id: number; error: string }

export type WorkerAnswer = Inspection | Rendering | Examination | LogoRendering | DownloadSizes | Tiling

export type Inspection = { ok: true; photo: InspectedPhoto; thumbnail?: RenderedFile } | Refusal
export type Rendering = { ok: true; renditions: RenderedFile[] } | Refusal
export type LogoRendering = { ok: true; pictures: MarkPicture[] } | Refusal

export const TILES_NAME = 'tiles'
/** Path of a tile below the folder for a photo’s tiles, as libvips names it. Counted from the upper left, from 0. */
export const tilePath = (column: number, row: number): string => `${TILES_NAME}_files/0/${column}_${row}.jpeg`

export type Tiling = { ok: true } | Refusal

/** The original's checksums, and the files made from it. */
export type DownloadSizes = { ok: true; original: FileSums; files: DownloadSizeFile[] } | Refusal

/** A download size, as JPEG. */
export interface PrintSize {
  name: string
  /** Maximum pixels of the longer side. Smaller photos aren't enlarged. */
  longEdge: number
  /** JPEG quality, 1 to 100. */
  quality: number
}

export interface FileSums {
  bytes: number
  /** Unsigned 32-bit integer. */
  crc32: number
  /** Hexadecimal. */
  sha256: string
}

export interface DownloadSizeFile extends FileSums {
  /** Name of its PrintSize. */
  name: string
  width: number
  height: number
  data: Uint8Array
}

/** The words on the picture of a shared link. */
export interface SocialCard {
  title: string
  /** The studio's. */
  name: string
  /** The studio's color on black, as a line between title and name; absent: none. */
  accent?: string | undefined
}

/** A PNG, or a JPEG for `card`. */
export interface MarkPicture {
  /** `logo`, `card`, or an icon's side in pixels. */
  name: string
  width: number
  height: number
  data: Uint8Array
}

/** The checksum is present even if the file isn't an image anymore. */
export type Examination = { ok: true; file: ExaminedFile } | (Refusal & { sha256: string })

export interface Refusal {
  ok: false
  reason: 'unsupported-format' | 'too-large' | 'wrong-shape' | 'broken'
  /** For people: what is wrong with the file, and what to do. */
  sentence: string
}

export type PhotoFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'tiff'

/** Creator and rights of a photo: the only metadata in renditions. */
export interface Credit {
  creator: string | null
  copyright: string | null
}

/** Rights metadata of downloaded files, in IPTC, XMP and EXIF. */
export interface Rights extends Credit {
  /** How to credit the photo, such as the studio's name. */
  creditLine: string | null
  /** Who licenses the photo, and where. */
  licensor: { name: string; url: string } | null
  /** A term of the PLUS vocabulary, such as `DMI-PROHIBITED`; null: nothing about data mining. */
  dataMining: string | null
}

export interface InspectedPhoto extends Credit {
  format: PhotoFormat
  bytes: number
  /** Pixels, after EXIF orientation. */
  width: number
  height: number
  /** Dominant color, #rrggbb. */
  tone: string
  /** A tiny blurred picture as a data: URL. */
  placeholder: string
  camera: string | null
  lens: string | null
  /** Such as "50 mm f/4". */
  exposure: string | null
  /** Wall time of the camera, YYYY-MM-DDTHH:MM:SS. */
  capturedAt: string | null
  title: string | null
  description: string | null
  hadGps: boolean
  /** Name of the embedded color profile. */
  profile: string | null
}

/** Format and metadata of a stored file. */
export interface ExaminedFile extends Credit {
  /** Hexadecimal. */
  sha256: string
  /** Stored pixels, before EXIF orientation. */
  width: number
  height: number
  /** EXIF orientation, 1 to 8; 1 if absent. */
  orientation: number
  /** Name of the embedded color profile. */
  profile: string | null
  hasGps: boolean
  /** Names of all metadata except profile and credit, such as `BodySerialNumber`. */
  extras: string[]
}

export interface RenderedFile {
  format: RenditionFormat
  width: number
  height: number
  data: Uint8Array
  /** Of `data`, hexadecimal. */
  sha256: string
}
