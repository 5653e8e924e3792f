/** What a gallery is found by in the Studio. */
export const gallerySearchTexts = (gallery: {
  title: string
  slug: string
  dateline: string
  category: string
}): string[] => [gallery.title, gallery.slug, gallery.dateline, gallery.category]
