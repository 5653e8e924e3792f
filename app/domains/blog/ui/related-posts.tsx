import { Link } from 'react-router'
import type { PhotoView } from '~/domains/photos/model'
import { Picture } from '~/domains/photos/ui/picture'
import { bookingPath, galleryPath, priceLabel } from '~/domains/texts/blocks'
import { paths } from '~/ui/paths'
import type { Related } from '../model'

/** Other posts, galleries and session types that belong to a post. */
export function RelatedPosts({ related: { posts, galleries, sessions } }: { related: Related }) {
  if (posts.length + galleries.length + sessions.length === 0) return null
  return (
    <section className="post-related" aria-labelledby="related">
      <h2 className="t2" id="related">
        Related
      </h2>
      <ul>
        {posts.map(({ slug, title, date, cover }) => (
          <Entry key={slug} photo={cover} label={date} title={title} to={paths.post(slug)} />
        ))}
        {galleries.map((gallery) => (
          <Entry
            key={`gallery ${gallery.slug}`}
            photo={gallery.cover}
            label={gallery.category || 'Gallery'}
            title={gallery.title}
            to={galleryPath(gallery)}
          />
        ))}
        {sessions.map((session) => (
          <Entry
            key={`session ${session.slug}`}
            photo={null}
            label={priceLabel(session)}
            title={session.title}
            to={bookingPath(session.slug)}
          />
        ))}
      </ul>
    </section>
  )
}

interface EntryProps {
  photo: PhotoView | null
  label: string
  title: string
  to: string
}

const Entry = ({ photo, label, title, to }: EntryProps) => (
  <li>
    {photo ? <Picture photo={photo} ratio="1/1" sizes="96px" alt="" /> : null}
    <div>
      <p className="edge ink3">
        <span>{label}</span>
      </p>
      <h3 className="t3">
        <Link className="tap" to={to} prefetch="intent" viewTransition discover="none">
          {title}
        </Link>
      </h3>
    </div>
  </li>
)
