import { href } from 'react-router'
import type { ClientSubject } from './client-subjects'

const withRef =
  (address: string) =>
  (query: ClientBookingQuery = {}): string =>
    withQuery(address, { ...query })

/** The address of every page outside the Studio, checked against the route table. */
export const paths = {
  home: () => href('/'),
  gallery: (query: GalleryQuery = {}) => withQuery(href('/gallery'), galleryQuery(query)),
  galleryPhoto: (photo: string, query: GalleryQuery = {}) =>
    withQuery(href('/gallery/photo/:photo', { photo }), galleryQuery(query)),
  services: () => href('/services'),
  service: (slug: string) => `${href('/services')}#${slug}`,
  about: () => href('/about'),
  portfolio: () => href('/portfolio'),
  story: (story: string) => href('/portfolio/:story', { story }),
  pricing: () => href('/pricing'),
  blog: () => href('/blog'),
  post: (post: string) => href('/blog/:post', { post }),
  /** A post for the reader of a private link. */
  sharedPost: (post: string) => href('/post/:post', { post }),
  invoice: (invoice: string, query: { done?: 'paid' } = {}) =>
    withQuery(href('/invoice/:invoice', { invoice }), query),
  invoiceCheckout: (invoice: string) => href('/invoice/:invoice/checkout', { invoice }),
  invoicePdf: (invoice: string) => href('/invoice/:invoice/pdf', { invoice }),
  search: () => href('/search'),
  postPicture: (post: string, picture: string) => href('/blog/:post/:picture', { post, picture }),
  products: (query: { category?: string | null | undefined } = {}) =>
    withQuery(href('/mikhenzo-products'), { category: query.category }),
  product: (product: string) => href('/mikhenzo-products/:product', { product }),
  portrait: () => href('/portrait'),
  contact: (query: { subject?: ClientSubject | undefined; product?: string | undefined } = {}) =>
    withQuery(href('/contact'), { subject: query.subject, product: query.product }),
  bookSession: (query: BookingQuery = {}) =>
    withQuery(href('/book-session'), {
      service: query.service,
      location: query.location,
      month: query.month,
      date: query.date,
      step: query.step,
    }),
  bookSessionTimes: (query: { service: string; location: string; month?: string | undefined }) =>
    withQuery(href('/book-session/times'), query),
  bookingDetails: (start: StartQuery) => withQuery(href('/book-session/details'), startQuery(start)),
  bookingReview: (start: StartQuery) => withQuery(href('/book-session/review'), startQuery(start)),
  waitingList: (query: { service: string; location: string; date: string; joined?: 'yes' }) =>
    withQuery(href('/book-session/waitlist'), query),
  /** `ref` selects one of the signed-in client's bookings; without it, the booking whose link was opened. */
  clientBooking: (query: ClientBookingQuery & { done?: string | undefined } = {}) =>
    withQuery(href('/booking'), { ...query }),
  clientBookingReschedule: (
    query: ClientBookingQuery & { month?: string | null; date?: string | null } = {},
  ) => withQuery(href('/booking/reschedule'), { ...query }),
  clientBookingCancel: withRef(href('/booking/cancel')),
  clientBookingCheckout: withRef(href('/booking/checkout')),
  clientBookingDetails: withRef(href('/booking/details')),
  clientBookingPhoto: (photo: string, query: ClientBookingQuery = {}) =>
    withQuery(href('/booking/photos/:photo', { photo }), { ...query }),
  clientBookingCalendar: withRef(href('/booking/calendar.ics')),
  /** `ref` is a signer's id, for signed-in clients; without it, the contract whose link was opened. */
  contract: withRef(href('/contract')),
  /** `ref` is its id, for signed-in clients; without it, the proposal whose link was opened. */
  proposal: (query: ClientBookingQuery & { change?: string } = {}) =>
    withQuery(href('/proposal'), { ...query }),
  signedContract: withRef(href('/contract/signed.pdf')),
  verify: () => href('/verify'),
  terms: () => href('/terms'),
  termsVersion: (version: number) => href('/terms/versions/:version', { version: String(version) }),
  doNotSell: () => `${href('/terms')}#do-not-sell`,
  thankYou: (query: { for?: 'message'; newsletter?: string | null } = {}) =>
    withQuery(href('/thank-you'), { for: query.for, newsletter: query.newsletter }),
  newsletter: () => href('/newsletter'),
  newsletterArchive: (campaign: string) => href('/newsletter/archive/:campaign', { campaign }),
  /** `newsletter`: the one whose link was opened. */
  newsletterPreferences: (token: string, query: { saved?: string; newsletter?: string | null } = {}) =>
    withQuery(href('/newsletter/preferences/:token', { token }), query),
  ownerLink: (token: string) => href('/owner/:token', { token }),
  firstRestore: (token: string) => href('/owner/:token/restore', { token }),
  login: (query: LoginQuery = {}) => withQuery(href('/login'), { ...query }),
  register: (query: { next?: 'mail'; returnTo?: string | undefined } = {}) =>
    withQuery(href('/register'), query),
  forgotPassword: (query: { next?: 'mail' } = {}) => withQuery(href('/forgot-password'), query),
  signOut: () => href('/sign-out'),
  profile: ({ done, section }: { done?: string | undefined; section?: string | undefined } = {}) =>
    withQuery(href('/profile'), { done }) + (section ? `#${section}` : ''),
  downloads: () => `${href('/profile')}#downloads`,
  /** Redirects signed-in clients to their downloads, and others to the login. */
  download: () => href('/download'),
  /** A page of a client gallery. */
  clientGallery: (gallery: string, { page = 1, set }: { page?: number; set?: string } = {}) =>
    withQuery(href('/download/:gallery', { gallery }), { page: page > 1 ? String(page) : null }) +
    (set ? `#${set}` : ''),
  /** The photos of a page, as JSON. */
  moreOfClientGallery: (gallery: string, page: number) =>
    withQuery(href('/download/:gallery/more', { gallery }), { page: String(page) }),
  clientGalleryPhoto: (gallery: string, item: string) =>
    href('/download/:gallery/photo/:item', { gallery, item }),
  /** The gallery with its download panel open. */
  clientGalleryDownloads: (gallery: string) =>
    `${href('/download/:gallery', { gallery })}?download=yes#download`,
  /** Asks for the PIN of a gallery, then redirects to `returnTo`, or to the gallery. */
  clientGalleryPin: (gallery: string, query: { returnTo?: string | undefined } = {}) =>
    withQuery(href('/download/:gallery/pin', { gallery }), query),
  /** A share link to a gallery. */
  galleryLink: (token: string) => href('/g/:token', { token }),
  /** The picture on its card. */
  galleryLinkCover: (token: string) => href('/g/:token/cover.jpg', { token }),
  /** Target of the download panel's form. */
  chooseArchive: (gallery: string) => href('/download/:gallery/archive', { gallery }),
  /** `what`: `everything`, `set-{id}`, `list-{id}` */
  archive: (gallery: string, what: string, size: string) =>
    href('/download/:gallery/archive/:what/:file', { gallery, what, file: `${size}.zip` }),
  photoFile: (gallery: string, item: string, size: string) =>
    href('/download/:gallery/file/:item/:size', { gallery, item, size }),
  /** A piece of the photo at its full size. */
  photoTile: (gallery: string, item: string, column: number, row: number) =>
    href('/download/:gallery/tiles/:item/:tile', { gallery, item, tile: `${column}-${row}.jpg` }),
  /** A client's favorites in a gallery. */
  favorites: (gallery: string, query: { list?: string | null; done?: string; no?: string } = {}) =>
    withQuery(href('/download/:gallery/favorites', { gallery }), query),
  favorite: (gallery: string) => href('/download/:gallery/favorite', { gallery }),
  photoComments: (gallery: string, item: string) =>
    href('/download/:gallery/comments/:item', { gallery, item }),
  security: (query: { done?: string } = {}) => `${withQuery(href('/profile'), query)}#security`,
  twoFactor: (query: { returnTo?: string | undefined } = {}) => withQuery(href('/profile/two-factor'), query),
  newPasskey: (query: { returnTo?: string | undefined } = {}) =>
    withQuery(href('/profile/passkeys/new'), query),
  /** Where a script gets the challenge for a passkey. */
  passkeyChallenge: () => href('/passkey-challenge'),
  /** Asks a signed-in person for a recent proof, then redirects to `returnTo`. */
  confirmIdentity: (query: { returnTo?: string | undefined } = {}) =>
    withQuery(href('/profile/confirm'), query),
  myData: () => href('/profile/my-data'),
  /** The start page after signing in. */
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
  /** Returns to the choice of a session, with this one selected. */
  step?: 'session' | undefined
}

interface StartQuery {
  service: string
  location: string
  /** An ISO instant such as `2026-12-05T15:30:00Z`. */
  slot: string
}

const startQuery = ({ service, location, slot }: StartQuery) => ({ service, location, slot })

interface ClientBookingQuery {
  ref?: string | null | undefined
}

interface LoginQuery {
  /** The second factor: a code from the app, or a recovery code. */
  step?: 'code' | 'recovery' | undefined
  /** Key of the message to show on the next page. */
  news?: string | undefined
  returnTo?: string | undefined
}

interface GalleryQuery {
  filter?: string | null | undefined
  page?: number | undefined
}

/** `all` and the first page are left out, so that each page has one address. */
function galleryQuery({ filter, page }: GalleryQuery) {
  return { category: filter, page: page && page > 1 ? String(page) : undefined }
}

function withQuery(path: string, query: Record<string, string | null | undefined>): string {
  const known = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return known.length === 0 ? path : `${path}?${new URLSearchParams(known)}`
}
