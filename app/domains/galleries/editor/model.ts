export const GALLERY_KINDS = ['public', 'portfolio', 'client'] as const
export type GalleryKind = (typeof GALLERY_KINDS)[number]

export const isGalleryKind = (text: string | null): text is GalleryKind =>
  GALLERY_KINDS.some((each) => each === text)

export const KIND_LABELS: Record<GalleryKind, string> = {
  public: 'Public gallery',
  portfolio: 'Portfolio story',
  client: 'Client gallery',
}

/** Items per page. Without script, each submits a form field, and the server reads at most 200. */
export const EDITOR_PAGE_SIZE = 120

/** Maximum number of sets per gallery. */
export const MOST_SETS = 60
/** In characters, like the next one. */
export const SET_TITLE_MAX = 80
export const CAPTION_MAX = 300
/** Days for which removed items can be restored. */
export const REMOVED_DAYS = 30

export interface GallerySet {
  id: string
  title: string
  /** Number of items in it. */
  count: number
}

/** An item of the editor’s grid. */
export interface EditorItem {
  id: string
  /** Number in the whole gallery, from 1; 0: a text. */
  number: number
  setId: string | null
  /** null: a text. */
  photo: ItemPhoto | null
  fileName: string
  caption: string
  /** Of a text, as Markdown. */
  body: string
  isHidden: boolean
  isCover: boolean
}

export interface ItemPhoto {
  slug: string
  title: string
  alt: string
  tone: string
  /** URL of a thumbnail; null: none yet. */
  thumb: string | null
  /** Percent, for `object-position`. */
  focal: { x: number; y: number }
  /** Share of its renditions that are made, 0 to 1. */
  made: number
  hasFailed: boolean
  needsAlt: boolean
  /** Whether visitors can see it. */
  isPublic: boolean
}

/** The items that an action applies to. */
export interface Chosen {
  gallery: string
  /** Ids of items. */
  items: readonly string[]
  /** Instead of `items`: all of a set, all without a set (''), or all of the gallery (null). */
  all?: { set: string | null } | undefined
}
