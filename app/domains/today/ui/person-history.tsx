import { Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Happening, HappeningKind } from '../person-history/model'
import type { ShownHappening } from '../person-record/model'

const KINDS: Record<HappeningKind, string> = {
  bookings: 'Booking',
  messages: 'Message',
  'date-requests': 'Date request',
  'do-not-sell': 'Do not sell',
  newsletter: 'Newsletter',
  mail: 'Email sent',
  galleries: 'Gallery',
  favorites: 'Favorites',
  downloads: 'Download',
  consents: 'Release',
  account: 'Account',
}

/** What a person and the studio had to do with each other, newest first, each with its place in the Studio. */
export function PersonHistory({ history }: { history: ShownHappening[] }) {
  if (history.length === 0) return <p className="ink2">No more history.</p>
  return (
    <ol className="ppl-hist">
      {history.map((each) => (
        <li key={`${each.kind} ${each.id}`}>
          <span className="mono ink3">{each.when}</span>
          <span className="ppl-hist__k">{KINDS[each.kind]}</span>
          <span className="ppl-hist__t">
            <Title happening={each} />
            {each.excerpt === '' ? null : <span className="ppl-hist__x s">{each.excerpt}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}

function Title({ happening }: { happening: Happening }) {
  const to = placeOf(happening)
  return to ? <Link to={to}>{happening.title}</Link> : happening.title
}

function placeOf({ kind, id }: Happening): string | undefined {
  switch (kind) {
    case 'bookings':
      return studioPaths.booking(id)
    case 'messages':
    case 'date-requests':
    case 'do-not-sell':
      return studioPaths.message(kind, id)
    case 'mail':
      return studioPaths.email(id)
    case 'galleries':
      return studioPaths.gallerySharing(id.slice(0, 36))
    case 'favorites':
      return studioPaths.galleryFavorites(id.slice(0, 36))
    case 'downloads':
      return studioPaths.galleryDownloads(id.slice(0, 36))
    case 'consents':
      return studioPaths.galleryRelease(id.slice(0, 36), id.slice(37, 73))
    case 'newsletter':
    case 'account':
      return undefined
  }
}
