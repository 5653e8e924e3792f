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

/** Where a gallery stands, from the instants that are kept of it. */
export function galleryState(gallery: {
  published_at: number | null
  archived_at: number | null
  expired_at: number | null
}): GalleryState {
  if (gallery.archived_at !== null) return 'archived'
  if (gallery.published_at === null) return 'draft'
  return gallery.expired_at === null ? 'published' : 'expired'
}
