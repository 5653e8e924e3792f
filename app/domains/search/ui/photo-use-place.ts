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

const PAGES: Record<string, { name: string; to: () => string } | undefined> = {
  home: { name: 'Home', to: paths.home },
  gallery: { name: 'Gallery', to: paths.gallery },
  services: { name: 'Services', to: paths.services },
  about: { name: 'About', to: paths.about },
  portfolio: { name: 'Portfolio', to: paths.portfolio },
  pricing: { name: 'Pricing', to: paths.pricing },
  portrait: { name: 'Portrait', to: paths.portrait },
  blog: { name: 'Journal', to: paths.blog },
  'mikhenzo-products': { name: 'Products', to: paths.products },
  contact: { name: 'Contact', to: paths.contact },
  'book-session': { name: 'Book a session', to: paths.bookSession },
  terms: { name: 'Terms', to: paths.terms },
  login: { name: 'Sign in', to: paths.login },
  register: { name: 'Register', to: paths.register },
  'thank-you': { name: 'Thank you', to: paths.thankYou },
  '404': { name: 'Not found', to: paths.notFound },
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
    case 'series':
      return seen('Portfolio', paths.series(slug))
    case 'service':
      return seen('Service', paths.service(slug))
    case 'post':
      return seen('Journal', paths.post(slug))
    case 'product':
      return seen('Product', paths.product(slug))
    case 'page':
      return seen('Page', PAGES[slug]?.to(), PAGES[slug]?.name)
    case 'promotion':
      return edited('Promotion', 'promo')
    case 'video':
      return edited('Video', 'links')
  }
}
