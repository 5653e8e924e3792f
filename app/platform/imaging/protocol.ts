import type { RenditionFormat } from './recipe.ts'

/** Requests to a photo worker and its responses, sent between processes. */
export type WorkerTask =
  | ({ kind: 'inspect'; file: string } & InspectionOptions)
  | { kind: 'render'; file: string; widths: readonly number[]; credit: Credit; overlay?: Overlay | undefined }
  | { kind: 'examine'; file: string }
  | { kind: 'mark'; file: string; mark: LogoKind }
  | { kind: 'letters'; letters: readonly [string, string] }
  | { kind: 'deliver'; file: string; sizes: readonly PrintSize[]; credit: Rights }

export interface InspectionOptions {
  /** Also makes a JPEG of this width, or of the photo's own width if that is smaller. */
  thumbWidth?: number
  /**
   * The photo is part of a library already. It passes even if its shape is one that uploads are refused for: earlier
   * versions took photos that are too tall to be shown.
   */
  isStored?: boolean
}

/** Drawn over a photo in white before encoding. */
export type Overlay = OverlayPlace &
  (
    | { kind: 'logo'; letters: readonly [string, string] }
    | { kind: 'text'; text: string }
    /** A PNG of ours. */
    | { kind: 'picture'; png: Uint8Array }
  )

interface OverlayPlace {
  place: 'lower-right' | 'lower-left' | 'upper-right' | 'upper-left' | 'center'
  /** 0 to 1: how much of it is seen. */
  strength: number
  /** As a fraction of the photo's width. */
  width: number
}

/** The header's logo, or the favicon. */
export type LogoKind = 'logo' | 'favicon'

export type WorkerRequest = WorkerTask & { id: number; memoryLimitMb: number }

export type WorkerReply =
  | { id: number; outcome: WorkerAnswer }
  /** The photo takes too much memory: the worker asks to be terminated. */
  | { id: number; outOfMemory: true }
  /** A bug of the worker, not of the photo. */
  | { id: number; error: string }

export type WorkerAnswer = Inspection | Rendering | Examination | LogoRendering | Delivery

export type Inspection = { ok: true; photo: InspectedPhoto; thumbnail?: RenderedFile } | Refusal
export type Rendering = { ok: true; renditions: RenderedFile[] } | Refusal
export type LogoRendering = { ok: true; pictures: MarkPicture[] } | Refusal

/** The original, and the files made from it. */
export type Delivery = { ok: true; original: FileSums; files: DeliveredFile[] } | Refusal

/** A JPEG size for delivery. */
export interface PrintSize {
  name: string
  /** Most pixels of the longer side; smaller photos keep theirs. */
  longEdge: number
  /** 1 to 100. */
  quality: number
}

export interface FileSums {
  bytes: number
  /** Unsigned. */
  crc32: number
  /** Hexadecimal. */
  sha256: string
}

export interface DeliveredFile extends FileSums {
  /** That of its PrintSize. */
  name: string
  width: number
  height: number
  data: Uint8Array
}

/** A PNG. */
export interface MarkPicture {
  /** `logo`, or the pixels of an icon's side. */
  name: string
  width: number
  height: number
  data: Uint8Array
}

/** The checksum is present even when the file isn't an image anymore. */
export type Examination = { ok: true; file: ExaminedFile } | (Refusal & { sha256: string })

export interface Refusal {
  ok: false
  reason: 'unsupported-format' | 'too-large' | 'wrong-shape' | 'broken'
  /** For people: says what is wrong with the file, and what helps. */
  sentence: string
}

export type PhotoFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'tiff'

/** Creator and rights of a photo: the only metadata in renditions. */
export interface Credit {
  creator: string | null
  copyright: string | null
}

/** What the files that clients download say of their rights, in IPTC, XMP and EXIF. */
export interface Rights extends Credit {
  /** How to credit the photo, such as the studio's name. */
  creditLine: string | null
  /** Who licenses it, and where. */
  licensor: { name: string; url: string } | null
  /** A term of the PLUS vocabulary, such as `DMI-PROHIBITED`; null says nothing about data mining. */
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
  /** A data: address of a tiny blurred picture. */
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
  /** Pixels as they are stored, before any orientation is applied. */
  width: number
  height: number
  /** EXIF orientation, 1 to 8; 1 when it does not say. */
  orientation: number
  /** Name of the embedded color profile. */
  profile: string | null
  hasGps: boolean
  /** Names of the metadata beside profile and credit, such as `BodySerialNumber`. */
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
