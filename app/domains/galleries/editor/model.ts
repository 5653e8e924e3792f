export const GALLERY_KINDS = ['public', 'portfolio', 'client'] as const
export type GalleryKind = (typeof GALLERY_KINDS)[number]

export const isGalleryKind = (text: string | null): text is GalleryKind =>
  GALLERY_KINDS.some((each) => each === text)

export const KIND_LABELS: Record<GalleryKind, string> = {
  public: 'Public gallery',
  portfolio: 'Portfolio story',
  client: 'Client gallery',
}

/** Frames on one page of the editor: each sends a field of a form without script, of which 200 are read. */
export const EDITOR_PAGE_SIZE = 120

/** Sets of one gallery. */
export const MOST_SETS = 60
/** In characters, as the next two. */
export const SET_TITLE_MAX = 80
export const CAPTION_MAX = 300
export const TEXT_MAX = 20_000
/** Days for which removed items can be restored. */
export const REMOVED_DAYS = 30

export interface GallerySet {
  id: string
  title: string
  /** Frames and texts in it. */
  count: number
}

/** One item of the editor’s grid. */
export interface EditorItem {
  id: string
  /** From 1, in the gallery’s whole order; 0: a text. */
  number: number
  setId: string | null
  /** null: a text between photos. */
  photo: ItemPhoto | null
  fileName: string
  caption: string
  /** Markdown */
  body: string
  isHidden: boolean
  isCover: boolean
}

export interface ItemPhoto {
  slug: string
  title: string
  alt: string
  tone: string
  /** Address of a small picture; null while there is none. */
  thumb: string | null
  /** Percent, for `object-position`. */
  focal: { x: number; y: number }
  /** 0 to 1: how much of its sizes is made; 1: all. */
  made: number
  hasFailed: boolean
  needsAlt: boolean
  /** Visitors may see it. */
  isPublic: boolean
}

/** Which of a gallery’s items something is done to. */
export interface Chosen {
  gallery: string
  /** Ids of items. */
  items: readonly string[]
  /** Instead of `items`: all of a set, of those without a set (''), or of the whole gallery (null). */
  all?: { set: string | null } | undefined
}
