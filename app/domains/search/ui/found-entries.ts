import type { FoundEntries, FoundEntry } from '~/ui/studio/found-list'
import type { StudioIconName } from '~/ui/studio/studio-icon'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Found, FoundKind } from '../model'

interface Shown {
  heading: string
  icon: StudioIconName
  to(key: string): string
  /** Link to the list of all results. */
  list?(words: string): string
}

const SHOWN: Record<FoundKind, Shown> = {
  pages: { heading: 'Pages', icon: 'pages', to: (page) => studioPaths.page(page) },
  settings: { heading: 'Settings', icon: 'settings', to: (group) => studioPaths.settings(group) },
  people: {
    heading: 'Clients',
    icon: 'people',
    to: (id) => studioPaths.client(id),
    list: (search) => studioPaths.clients({ search }),
  },
  bookings: {
    heading: 'Bookings',
    icon: 'calendar',
    to: (id) => studioPaths.booking(id),
    list: (search) => studioPaths.bookingList({ order: 'all', search }),
  },
  messages: {
    heading: 'Inbox',
    icon: 'messages',
    to: (id) => studioPaths.message('messages', id),
    list: (search) => studioPaths.inbox({ kind: 'messages', state: 'all', search }),
  },
  mail: {
    heading: 'Sent emails',
    icon: 'mail',
    to: (id) => studioPaths.email(id),
    list: (search) => studioPaths.emails({ search }),
  },
  galleries: {
    heading: 'Galleries',
    icon: 'grid',
    to: (id) => studioPaths.gallery(id),
    list: (search) => studioPaths.galleries({ search }),
  },
  posts: {
    heading: 'Blog',
    icon: 'journal',
    to: (id) => studioPaths.post(id),
    list: (search) => studioPaths.posts({ search }),
  },
  products: { heading: 'Products', icon: 'picture', to: (slug) => studioPaths.product(slug) },
}

/** Search results for the palette and the page. */
export const foundEntries = ({ words, groups }: Found): FoundEntries[] =>
  groups.map(({ kind, hits, more }) => {
    const { heading, icon, to, list } = SHOWN[kind]
    return {
      heading,
      entries: hits.map(
        ({ key, label, detail }): FoundEntry => ({
          key: `${kind} ${key}`,
          label,
          detail,
          icon,
          to: to(key),
        }),
      ),
      ...(more && list ? { more: list(words) } : {}),
    }
  })
