import { href } from 'react-router'

/** Every internal address that a page links to, checked against the route table. */
export const paths = {
  home: () => href('/'),
  gallery: (query: GalleryQuery = {}) => withQuery(href('/gallery'), galleryQuery(query)),
  galleryPhoto: (photo: string, query: GalleryQuery = {}) =>
    withQuery(href('/gallery/photo/:photo', { photo }), galleryQuery(query)),
  services: () => href('/services'),
  service: (slug: string) => `${href('/services')}#${slug}`,
  about: () => href('/about'),
  portfolio: () => href('/portfolio'),
  series: (series: string) => href('/portfolio/:series', { series }),
  pricing: () => href('/pricing'),
  blog: () => href('/blog'),
  post: (post: string) => href('/blog/:post', { post }),
  products: (query: { category?: string | null | undefined } = {}) =>
    withQuery(href('/mikhenzo-products'), { category: query.category }),
  product: (product: string) => href('/mikhenzo-products/:product', { product }),
  portrait: () => href('/portrait'),
  contact: (query: { subject?: string | undefined; product?: string | undefined } = {}) =>
    withQuery(href('/contact'), { subject: query.subject, product: query.product }),
  bookSession: (query: BookingQuery = {}) =>
    withQuery(href('/book-session'), {
      service: query.service,
      location: query.location,
      month: query.month,
      date: query.date,
      step: query.step,
    }),
  bookingDetails: (start: StartQuery) => withQuery(href('/book-session/details'), startQuery(start)),
  bookingReview: (start: StartQuery) => withQuery(href('/book-session/review'), startQuery(start)),
  waitingList: (query: { service: string; location: string; date: string; joined?: 'yes' }) =>
    withQuery(href('/book-session/waitlist'), query),
  /** `ref`: one of the bookings of whoever is signed in; without it, the one that a link opened. */
  ownBooking: (query: OwnBookingQuery & { done?: string | undefined } = {}) =>
    withQuery(href('/booking'), { ...query }),
  ownBookingMove: (query: OwnBookingQuery & { month?: string | null; date?: string | null } = {}) =>
    withQuery(href('/booking/reschedule'), { ...query }),
  ownBookingCancel: (query: OwnBookingQuery = {}) => withQuery(href('/booking/cancel'), { ...query }),
  ownBookingDetails: (query: OwnBookingQuery = {}) => withQuery(href('/booking/details'), { ...query }),
  ownBookingCalendar: (query: OwnBookingQuery = {}) => withQuery(href('/booking/calendar.ics'), { ...query }),
  terms: () => href('/terms'),
  termsVersion: (version: number) => href('/terms/versions/:version', { version: String(version) }),
  doNotSell: () => `${href('/terms')}#do-not-sell`,
  thankYou: (query: { for?: 'message'; newsletter?: string | null } = {}) =>
    withQuery(href('/thank-you'), { for: query.for, newsletter: query.newsletter }),
  newsletter: () => href('/newsletter'),
  unsubscribe: (token: string) => href('/newsletter/unsubscribe/:token', { token }),
  login: (query: LoginQuery = {}) => withQuery(href('/login'), { ...query }),
  register: (query: { next?: 'mail'; returnTo?: string | undefined } = {}) =>
    withQuery(href('/register'), query),
  forgotPassword: (query: { next?: 'mail' } = {}) => withQuery(href('/forgot-password'), query),
  signOut: () => href('/sign-out'),
  profile: ({ done, section }: { done?: string | undefined; section?: string | undefined } = {}) =>
    withQuery(href('/profile'), { done }) + (section ? `#${section}` : ''),
  downloads: () => `${href('/profile')}#downloads`,
  /** Leads to the downloads of whoever is signed in, and others to the login. */
  download: () => href('/download'),
  /** A client’s gallery; `page` where it is not the first. */
  clientGallery: (gallery: string, { page = 1, set }: { page?: number; set?: string } = {}) =>
    withQuery(href('/download/:gallery', { gallery }), { page: page > 1 ? String(page) : null }) +
    (set ? `#${set}` : ''),
  /** The same, for a page that shows what comes before it already. */
  moreOfClientGallery: (gallery: string, page: number) =>
    withQuery(href('/download/:gallery', { gallery }), { page: String(page), more: 'yes' }),
  clientGalleryPhoto: (gallery: string, item: string) =>
    href('/download/:gallery/photo/:item', { gallery, item }),
  /** The gallery with its download panel open. */
  clientGalleryDownloads: (gallery: string) =>
    `${href('/download/:gallery', { gallery })}?download=yes#download`,
  clientGalleryPin: (gallery: string) => href('/download/:gallery/pin', { gallery }),
  /** What a person’s link to a gallery leads through. */
  giftLink: (token: string) => href('/g/:token', { token }),
  /** The form of a gallery’s download panel leads here. */
  chooseArchive: (gallery: string) => href('/download/:gallery/archive', { gallery }),
  /** `what`: `everything`, `set-{id}`, `list-{id}` */
  archive: (gallery: string, what: string, size: string) =>
    href('/download/:gallery/archive/:what/:file', { gallery, what, file: `${size}.zip` }),
  photoFile: (gallery: string, item: string, size: string) =>
    href('/download/:gallery/file/:item/:size', { gallery, item, size }),
  /** What somebody has chosen in a gallery. */
  choices: (gallery: string, query: { list?: string | null; done?: string; no?: string } = {}) =>
    withQuery(href('/download/:gallery/favorites', { gallery }), query),
  favorite: (gallery: string) => href('/download/:gallery/favorite', { gallery }),
  photoComments: (gallery: string, item: string) =>
    href('/download/:gallery/comments/:item', { gallery, item }),
  security: (query: { done?: string } = {}) => `${withQuery(href('/profile'), query)}#security`,
  twoFactor: (query: { returnTo?: string | undefined } = {}) => withQuery(href('/profile/two-factor'), query),
  newPasskey: (query: { returnTo?: string | undefined } = {}) =>
    withQuery(href('/profile/passkeys/new'), query),
  /** Where a browser asks what a passkey has to answer. */
  passkeyChallenge: () => href('/passkey-challenge'),
  /** Asks a signed-in person for a proof again, then leads to `returnTo`. */
  confirmIdentity: (query: { returnTo?: string | undefined } = {}) =>
    withQuery(href('/profile/confirm'), query),
  myData: () => href('/profile/my-data'),
  /** Where somebody is at home who has signed in. */
  homeOf: (role: 'owner' | 'assistant' | 'client') =>
    role === 'client' ? href('/profile') : href('/studio'),
  edit: (page: string) => href('/studio/website/pages/:page', { page }),
  notFound: () => href('/404'),
  feed: () => href('/blog.atom'),
  manifest: () => href('/manifest.webmanifest'),
}

interface BookingQuery {
  service?: string | null | undefined
  location?: string | null | undefined
  /** YYYY-MM */
  month?: string | undefined
  /** YYYY-MM-DD */
  date?: string | undefined
  /** Back to the choice of a session, with this one chosen. */
  step?: 'session' | undefined
}

interface StartQuery {
  service: string
  location: string
  /** Such as `2026-12-05T15:30:00Z`. */
  slot: string
}

const startQuery = ({ service, location, slot }: StartQuery) => ({ service, location, slot })

interface OwnBookingQuery {
  ref?: string | null | undefined
}

interface LoginQuery {
  /** The second step, by a code from the app or by a recovery code. */
  step?: 'code' | 'recovery' | undefined
  /** What has just happened. */
  news?: string | undefined
  returnTo?: string | undefined
}

interface GalleryQuery {
  filter?: string | null | undefined
  page?: number | undefined
}

/** `all` and the first page are the gallery itself: one address for one page. */
function galleryQuery({ filter, page }: GalleryQuery) {
  return { category: filter, page: page && page > 1 ? String(page) : undefined }
}

function withQuery(path: string, query: Record<string, string | null | undefined>): string {
  const known = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return known.length === 0 ? path : `${path}?${new URLSearchParams(known)}`
}
