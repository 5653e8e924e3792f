import type { PhotoUse } from '~/domains/photos/photo-use'
import { paths } from '~/ui/paths'
import { studioPaths } from '~/ui/studio/studio-paths'

interface Place {
  label: string
  /** null: there is nothing to open. */
  to: string | null
  /** Leads out of the Studio, so that the browser loads it. */
  leaves: boolean
}

const PAGES: Record<string, string | undefined> = {
  home: 'Home',
  gallery: 'Gallery',
  services: 'Services',
  about: 'About',
  portfolio: 'Portfolio',
  pricing: 'Pricing',
  portrait: 'Portrait',
  blog: 'Blog',
  'mikhenzo-products': 'Products',
  contact: 'Contact',
  'book-session': 'Book a session',
  terms: 'Terms',
  login: 'Sign in',
  register: 'Register',
  'thank-you': 'Thank you',
  '404': 'Not found',
}

/** What a place is called, and where it is edited, or else seen. Settings are the owner’s. */
export function placeOf(use: PhotoUse, { photo, isOwner }: { photo: string; isOwner: boolean }): Place {
  const { slug, title } = use
  const seen = (kind: string, to: string | undefined, name = title): Place => ({
    label: `${kind}: ${name}`,
    to: use.visible === 'now' && to ? to : null,
    leaves: true,
  })
  const edited = (kind: string, group: string): Place => ({
    label: `${kind}: ${title}`,
    to: isOwner ? studioPaths.settings(group) : null,
    leaves: false,
  })
  switch (use.place) {
    case 'gallery':
      return seen(
        'Gallery',
        use.role === 'Cover' ? paths.gallery({ filter: slug }) : paths.galleryPhoto(photo, { filter: slug }),
      )
    case 'client-gallery':
      return { label: `Client gallery: ${title}`, to: studioPaths.gallery(slug), leaves: false }
    case 'series':
      return seen('Portfolio', paths.series(slug))
    case 'service':
      return { label: `Service: ${title}`, to: studioPaths.service(slug), leaves: false }
    case 'post':
      return seen('Blog', paths.post(slug))
    case 'product':
      return seen('Product', paths.product(slug))
    case 'page':
      return { label: `Page: ${PAGES[slug] ?? title}`, to: studioPaths.page(slug), leaves: false }
    case 'promotion':
      return edited('Pop-up', 'promo')
    case 'video':
      return edited('Video', 'links')
  }
}
