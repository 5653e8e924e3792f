interface Searched {
  title: string
  original_name: string
  slug: string
  alt: string
  camera: string | null
}

/** What a photograph is found by in the Studio; the first are the most telling, should there be too many words. */
export const searchTexts = (photo: Searched): (string | null)[] => [
  photo.title,
  photo.original_name,
  photo.slug,
  photo.alt,
  photo.camera,
]
