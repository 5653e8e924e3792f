import type { PhotoView } from '~/domains/photos/model'
import type { TextBlock } from '~/domains/texts/blocks'

/** Photos per page of the gallery. */
export const GALLERY_PAGE_SIZE = 48

/** The page that contains the photo with this number. */
export const galleryPageOf = (number: number): number => Math.ceil(number / GALLERY_PAGE_SIZE)

/** "1,204". The first use of `Intl` or `toLocaleString` takes a slow phone about 90 ms, so pages of clients avoid it. */
export const countLabel = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

/** A public gallery as a filter of the gallery page. */
export interface GalleryFilter {
  slug: string
  title: string
  count: number
}

/** A photo within the public gallery. */
export interface GalleryPhoto extends PhotoView {
  /** Its number within the current filter, from 1. */
  number: number
  /** Such as "Wedding". */
  category: string
  caption: string
}

export interface GalleryPage {
  filters: GalleryFilter[]
  /** Slug of the current filter; null: all. */
  current: string | null
  total: number
  page: number
  pages: number
  photos: GalleryPhoto[]
  /** The last photo of the page before, and the first of the page after; null: none. */
  before: GalleryPhoto | null
  after: GalleryPhoto | null
}

/** A portfolio story in the list, with its first photos as a strip. */
export interface StorySummary {
  slug: string
  title: string
  category: string
  dateline: string
  summary: string
  count: number
  photos: Pick<StoryPhoto, 'photo' | 'featured'>[]
}

export interface StoryPhoto {
  photo: PhotoView
  caption: string
  /** Marked by the photographer. */
  featured: boolean
}

/** A portfolio story: texts and photos in sequence. */
export interface Story extends StorySummary {
  photos: StoryPhoto[]
  parts: ({ kind: 'text'; blocks: TextBlock[] } | { kind: 'photo'; number: number; item: StoryPhoto })[]
  /** With the photos of its strip. */
  nextStory: StorySummary | null
}

export const GALLERY_STATES = ['draft', 'published', 'expired', 'archived'] as const
export type GalleryState = (typeof GALLERY_STATES)[number]

export const isGalleryState = (text: string | null): text is GalleryState =>
  GALLERY_STATES.some((each) => each === text)

export const STATE_LABELS: Record<GalleryState, string> = {
  draft: 'Draft',
  published: 'Published',
  expired: 'Expired',
  archived: 'Archived',
}

/** A gallery's status, from its stored instants. */
export function galleryState(gallery: {
  published_at: number | null
  archived_at: number | null
  expired_at: number | null
}): GalleryState {
  if (gallery.archived_at !== null) return 'archived'
  if (gallery.published_at === null) return 'draft'
  return gallery.expired_at === null ? 'published' : 'expired'
}

/** The texts by which the Studio's search finds a gallery. */
export const gallerySearchTexts = (gallery: {
  title: string
  slug: string
  dateline: string
  category: string
}): string[] => [gallery.title, gallery.slug, gallery.dateline, gallery.category]

/** The page numbers that get a link: first, last, current and adjacent. */
export function pageNumbers(page: number, pages: number): number[] {
  const all = Array.from({ length: pages }, (_, at) => at + 1)
  if (pages <= 7) return all
  return all.filter((number) => number === 1 || number === pages || Math.abs(number - page) <= 1)
}
