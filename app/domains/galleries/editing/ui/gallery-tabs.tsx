import { NavLink } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { GalleryKind } from '../model'

interface Tab {
  label: string
  to(gallery: string): string
  kinds?: GalleryKind[]
}

/** The rooms of one gallery, in their order. */
const TABS: Tab[] = [
  { label: 'Photos', to: (gallery) => studioPaths.gallery(gallery) },
  { label: 'Sharing', to: (gallery) => studioPaths.gallerySharing(gallery), kinds: ['client'] },
  { label: 'Favorites', to: (gallery) => studioPaths.galleryChoices(gallery), kinds: ['client'] },
  { label: 'Watermark', to: (gallery) => studioPaths.galleryWatermark(gallery), kinds: ['client'] },
  { label: 'Downloads', to: (gallery) => studioPaths.deliveries(gallery), kinds: ['client'] },
  { label: 'Releases', to: (gallery) => studioPaths.galleryConsents(gallery) },
  { label: 'Expiration', to: (gallery) => studioPaths.galleryExpiry(gallery), kinds: ['client'] },
  { label: 'Settings', to: (gallery) => studioPaths.gallerySettings(gallery) },
]

export function GalleryTabs({ gallery }: { gallery: { id: string; kind: GalleryKind } }) {
  return (
    <nav className="gtabs" aria-label="This gallery">
      {TABS.filter(({ kinds }) => !kinds || kinds.includes(gallery.kind)).map(({ label, to }) => (
        <NavLink key={label} to={to(gallery.id)} end>
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
