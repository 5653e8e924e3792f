import { Form, Link, useLocation } from 'react-router'
import { paths } from '~/ui/paths'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioPaths } from '~/ui/studio/studio-paths'
import { type GalleryState, STATE_LABELS } from '../../model'
import type { GalleryKind } from '../model'
import type { GalleryHead as HeadedGallery } from '../operations.server'

/** The gallery’s title and status, and the button that publishes or unpublishes it. */
export function GalleryHead({ gallery }: { gallery: HeadedGallery }) {
  const { id, title, state, version } = gallery
  return (
    <StudioHead title={title} up={{ label: 'Galleries', to: studioPaths.galleries() }}>
      <GalleryTag state={state} />
      <Preview gallery={gallery} className="btn btn--line gprev" />
      {state === 'draft' ? (
        <Form method="post" action={studioPaths.gallery(id)}>
          <input type="hidden" name="version" value={version} />
          <button type="submit" className="btn" name="intent" value="publish">
            Publish
          </button>
        </Form>
      ) : null}
      {state === 'published' || state === 'expired' ? (
        <Form method="post" action={studioPaths.gallerySettings(id)}>
          <input type="hidden" name="version" value={version} />
          <button type="submit" className="btn btn--line" name="intent" value="withdraw">
            Unpublish
          </button>
        </Form>
      ) : null}
    </StudioHead>
  )
}

function Preview({ gallery: { id, kind }, className }: { gallery: HeadedGallery; className: string }) {
  return (
    <a
      className={className}
      href={kind === 'client' ? paths.clientGallery(id) : studioPaths.galleryPreview(id)}
      target="_blank"
      rel="noreferrer"
    >
      {kind === 'client' ? 'View as client' : 'Preview'}
    </a>
  )
}

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

/** Tabs of a client gallery’s settings. */
const SETTINGS: Tab[] = [
  { label: 'General', to: (gallery) => studioPaths.gallerySettings(gallery) },
  { label: 'Watermark', to: (gallery) => studioPaths.galleryWatermark(gallery) },
  { label: 'Expiration', to: (gallery) => studioPaths.galleryExpiration(gallery) },
]

/** The tabs of a gallery, with its status and preview on phones, where the title leaves no room for them. */
export function GalleryTabs({ gallery }: { gallery: HeadedGallery }) {
  const { id, kind, state } = gallery
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
        <div className="gstate">
          <GalleryTag state={state} />
          <Preview gallery={gallery} className="gprev" />
        </div>
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

const LOOKS: Record<GalleryState, string> = {
  draft: 'tag tag--dev',
  published: 'tag tag--fix',
  expired: 'tag tag--stop',
  archived: 'tag',
}

export const GalleryTag = ({ state }: { state: GalleryState }) => (
  <span className={LOOKS[state]}>{STATE_LABELS[state]}</span>
)
