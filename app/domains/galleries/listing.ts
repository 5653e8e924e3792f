import { type ImageContext, imageListing, type Listing, SCHEMA_ORG } from '~/domains/content/listing'
import type { PhotoView } from '~/domains/photos/model'

/** A gallery or a story with its photographs. */
export const galleryListing = (
  gallery: { name: string; description: string; path: string; photos: PhotoView[] },
  context: ImageContext,
): Listing => ({
  '@context': SCHEMA_ORG,
  '@type': 'ImageGallery',
  name: gallery.name,
  description: gallery.description,
  url: `${context.siteUrl}${gallery.path}`,
  image: gallery.photos.map((photo) => {
    const { '@context': _, ...image } = imageListing(photo, context)
    return image
  }),
})
