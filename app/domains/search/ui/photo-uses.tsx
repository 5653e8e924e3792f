import { Link } from 'react-router'
import type { PhotoUse } from '~/domains/photos/photo-use'
import { paths } from '~/ui/paths'
import { studioPaths } from '~/ui/studio/studio-paths'

interface PhotoUsesProps {
  photo: { slug: string }
  uses: PhotoUse[]
  isOwner: boolean
}

/** Every use of a photo, with links. */
export function PhotoUses({ photo, uses, isOwner }: PhotoUsesProps) {
  return (
    <section className="psec" aria-labelledby="uses">
      <h2 className="st-h2" id="uses">
        Where it is used
      </h2>
      {uses.length === 0 ? (
        <p className="ink2">Nowhere yet.</p>
      ) : (
        <ul className="puses">
          {uses.map((use) => (
            <li key={`${use.place} ${use.slug} ${use.role}`}>
              <Use use={use} photo={photo} isOwner={isOwner} />
              <span className="ink2">
                {use.role}
                {NOTES[use.visible]}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const NOTES: Record<PhotoUse['visible'], string> = {
  now: '',
  later: ', not published yet',
  no: ', not published',
}

function Use({ use, photo, isOwner }: { use: PhotoUse } & Pick<PhotoUsesProps, 'photo' | 'isOwner'>) {
  const { label, to, leaves } = placeOf(use, { photo: photo.slug, isOwner })
  if (!to) return <span>{label}</span>
  if (leaves) return <a href={to}>{label}</a>
  return <Link to={to}>{label}</Link>
}

interface Place {
  label: string
  /** null: not linked. */
  to: string | null
  /** Outside the Studio, so it loads as a document. */
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

/** Name and link of a use. Settings are for owners. */
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
    case 'story':
      return seen('Portfolio', paths.story(slug))
    case 'service':
      return { label: `Service: ${title}`, to: studioPaths.service(slug), leaves: false }
    case 'location':
      return {
        label: `Location: ${title}`,
        to: isOwner ? studioPaths.location(slug) : null,
        leaves: false,
      }
    case 'post':
      return seen('Blog', paths.post(slug))
    case 'product':
      return { label: `Product: ${title}`, to: studioPaths.product(slug), leaves: false }
    case 'page':
      return { label: `Page: ${PAGES[slug] ?? title}`, to: studioPaths.page(slug), leaves: false }
    case 'promotion':
      return edited('Pop-up', 'promo')
    case 'video':
      return edited('Video', 'links')
  }
}
