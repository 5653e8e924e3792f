import type { PhotoView } from '~/domains/photos/model'

/** Photographs on one page of the gallery. */
export const GALLERY_PAGE_SIZE = 48

/** A public gallery as a filter of the gallery page. */
export interface GalleryFilter {
  slug: string
  title: string
  count: number
}

/** A photograph within the public gallery. */
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

/** One photograph with its neighbours in the filter; slugs are null at the ends. */
export interface GalleryFrame {
  photo: GalleryPhoto
  total: number
  previous: GalleryPhoto | null
  next: GalleryPhoto | null
  /** Page of the filter on which it stands. */
  page: number
  current: string | null
}

/** A portfolio series in the list: its photographs as a strip. */
export interface SeriesView {
  slug: string
  title: string
  category: string
  dateline: string
  summary: string
  count: number
  frames: SeriesFrame[]
}

export interface SeriesFrame {
  photo: PhotoView
  caption: string
  /** The frame the photographer circled. */
  chosen: boolean
}

/** A portfolio series as an essay: texts and photographs in sequence. */
export interface SeriesEssay extends SeriesView {
  parts: ({ kind: 'text'; html: string } | { kind: 'photo'; number: number; frame: SeriesFrame })[]
  nextSeries: { slug: string; title: string } | null
}
