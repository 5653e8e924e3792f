import type { PhotoView } from '~/domains/photos/model'

/** Photos on one page of the gallery. */
export const GALLERY_PAGE_SIZE = 48

/** A public gallery as a filter of the gallery page. */
export interface GalleryFilter {
  slug: string
  title: string
  count: number
}

/** A photo within the public gallery. */
export interface GalleryPhoto extends PhotoView {
  /** Its number in the filter that is shown, from 1. */
  number: number
  /** Kind of work, such as "Wedding". */
  category: string
  caption: string
}

export interface GalleryPage {
  filters: GalleryFilter[]
  /** Slug of the filter that is shown; null: all. */
  current: string | null
  total: number
  page: number
  pages: number
  photos: GalleryPhoto[]
}

/** One photo with its neighbours in the filter; slugs are null at the ends. */
export interface GalleryPhotoView {
  photo: GalleryPhoto
  total: number
  previous: GalleryPhoto | null
  next: GalleryPhoto | null
  /** Page of the filter on which it stands. */
  page: number
  current: string | null
}

/** A portfolio story in the list: its photos as a strip. */
export interface StorySummary {
  slug: string
  title: string
  category: string
  dateline: string
  summary: string
  count: number
  frames: StoryPhoto[]
}

export interface StoryPhoto {
  photo: PhotoView
  caption: string
  /** The frame the photographer circled. */
  featured: boolean
}

/** A portfolio story as an essay: texts and photos in sequence. */
export interface Story extends StorySummary {
  parts: ({ kind: 'text'; html: string } | { kind: 'photo'; number: number; frame: StoryPhoto })[]
  nextStory: { slug: string; title: string } | null
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

/** What a gallery is found by in the Studio. */
export const gallerySearchTexts = (gallery: {
  title: string
  slug: string
  dateline: string
  category: string
}): string[] => [gallery.title, gallery.slug, gallery.dateline, gallery.category]

/** The pages that get a link: the ends, and the neighbors of the one that is shown. */
export function pageNumbers(page: number, pages: number): number[] {
  const all = Array.from({ length: pages }, (_, at) => at + 1)
  if (pages <= 7) return all
  return all.filter((number) => number === 1 || number === pages || Math.abs(number - page) <= 1)
}
