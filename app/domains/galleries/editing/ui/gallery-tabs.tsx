import { Link, useLocation } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { GalleryKind } from '../model'
import type { GalleryHead } from '../viewing/operations.server'
import { GalleryTag } from './gallery-tag'

interface Tab {
  label: string
  to(gallery: string): string
  kinds?: GalleryKind[]
}

const TABS: Tab[] = [
  { label: 'Photos', to: (gallery) => studioPaths.gallery(gallery) },
  { label: 'Favorites', to: (gallery) => studioPaths.galleryFavorites(gallery), kinds: ['client'] },
  { label: 'Sharing', to: (gallery) => studioPaths.gallerySharing(gallery), kinds: ['client'] },
  { label: 'Downloads', to: (gallery) => studioPaths.galleryDownloads(gallery), kinds: ['client'] },
  { label: 'Releases', to: (gallery) => studioPaths.galleryReleases(gallery) },
  { label: 'Settings', to: (gallery) => studioPaths.gallerySettings(gallery) },
]

/** What a client gallery’s settings consist of. */
const SETTINGS: Tab[] = [
  { label: 'General', to: (gallery) => studioPaths.gallerySettings(gallery) },
  { label: 'Watermark', to: (gallery) => studioPaths.galleryWatermark(gallery) },
  { label: 'Expiration', to: (gallery) => studioPaths.galleryExpiration(gallery) },
]

/** The tabs of a gallery, with its status on phones, where the title leaves no room for it. */
export function GalleryTabs({ gallery: { id, kind, state } }: { gallery: GalleryHead }) {
  const { pathname } = useLocation()
  const isInSettings = SETTINGS.some(({ to }) => to(id) === pathname)
  const isCurrent = ({ label, to }: Tab) => to(id) === pathname || (isInSettings && label === 'Settings')
  return (
    <>
      <nav className="st-tabs" aria-label="This gallery">
        {TABS.filter(({ kinds }) => !kinds || kinds.includes(kind)).map((tab) => (
          <Link key={tab.label} to={tab.to(id)} aria-current={isCurrent(tab) ? 'page' : undefined}>
            {tab.label}
          </Link>
        ))}
        <GalleryTag state={state} />
      </nav>
      {isInSettings && kind === 'client' ? (
        <div className="st-filter">
          <nav className="seg" aria-label="Gallery settings">
            {SETTINGS.map(({ label, to }) => (
              <Link key={label} to={to(id)} aria-current={to(id) === pathname ? 'page' : undefined}>
                {label}
              </Link>
            ))}
          </nav>
        </div>
      ) : null}
    </>
  )
}
