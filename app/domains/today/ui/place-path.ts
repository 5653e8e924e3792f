import { paths } from '~/ui/paths'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Place } from '../model'

export function placePath(place: Place): string {
  switch (place.room) {
    case 'bookings':
      return studioPaths.bookingList({ state: 'requested' })
    case 'open-fees':
      return studioPaths.bookingList({ order: 'all', fee: 'due' })
    case 'booking':
      return studioPaths.booking(place.id)
    case 'unverified-bookings':
      return studioPaths.unverifiedBookings()
    case 'messages':
      return studioPaths.inbox({ kind: place.kind })
    case 'letter':
      return studioPaths.message(place.kind, place.id)
    case 'failed-mail':
      return studioPaths.emails({ state: 'failed' })
    case 'waiting-mail':
      return studioPaths.emails({ state: 'waiting' })
    case 'sent-mail':
      return studioPaths.email(place.id)
    case 'gallery-choices':
      return studioPaths.galleryFavorites(place.gallery)
    case 'gallery-deliveries':
      return studioPaths.galleryDownloads(place.gallery)
    case 'promo-settings':
      return studioPaths.settings('promo')
    case 'quarantine':
      return studioPaths.quarantine()
    case 'closing-galleries':
      return studioPaths.expiringGalleries()
    case 'gallery-end':
      return studioPaths.galleryExpiration(place.id)
    case 'public':
      return {
        post: paths.post,
        series: paths.series,
        gallery: (filter: string) => paths.gallery({ filter }),
      }[place.kind](place.slug)
  }
}
