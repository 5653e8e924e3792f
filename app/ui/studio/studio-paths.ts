import { href } from 'react-router'

/**
 * The address of every Studio page, checked against the route table. Separate from the public ones, so that
 * visitors don't load them.
 */
export const studioPaths = {
  today: () => href('/studio'),
  setup: () => href('/studio/setup'),
  setupStep: (step: string) => href('/studio/setup/:step', { step }),
  search: (query: Record<string, string | null> = {}) => withQuery(href('/studio/search'), query),
  searchResults: (query: Record<string, string>) => withQuery(href('/studio/search/results'), query),
  inbox: (query: Record<string, string | null> = {}) => withQuery(href('/studio/inbox'), query),
  message: (kind: string, letter: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/inbox/:kind/:message', { kind, message: letter }), query),
  replyTemplates: (query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/settings/templates'), query),
  replyTemplate: (template: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/settings/templates/:template', { template }), query),
  contractTemplates: (query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/settings/contracts'), query),
  contractTemplate: (template: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/settings/contracts/:template', { template }), query),
  emails: (query: Record<string, string | null> = {}) => withQuery(href('/studio/emails'), query),
  email: (mail: string) => href('/studio/emails/:mail', { mail }),
  emailPreview: (mail: string) => href('/studio/emails/:mail/preview', { mail }),
  photos: (query: Record<string, string | null> = {}) => withQuery(href('/studio/photos'), query),
  photo: (photo: string) => href('/studio/photos/:photo', { photo }),
  quarantine: (query: Record<string, string | null> = {}) => withQuery(href('/studio/quarantine'), query),
  quarantinePreview: (photo: string) => href('/studio/quarantine/:photo/preview.jpg', { photo }),
  expiringGalleries: () => href('/studio/galleries/expiring'),
  galleryExpiration: (gallery: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/galleries/:gallery/expiration', { gallery }), query),
  galleryReleases: (gallery: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/galleries/:gallery/releases', { gallery }), query),
  galleryRelease: (gallery: string, consent = 'new') =>
    href('/studio/galleries/:gallery/releases/:release', { gallery, release: consent }),
  galleryPresets: (query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/galleries/presets'), query),
  galleryPreset: (preset: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/galleries/presets/:preset', { preset }), query),
  galleries: (query: Record<string, string | null> = {}) => withQuery(href('/studio/galleries'), query),
  newGallery: (query: Record<string, string | null> = {}) => withQuery(href('/studio/galleries/new'), query),
  gallery: (gallery: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/galleries/:gallery', { gallery }), query),
  gallerySettings: (gallery: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/galleries/:gallery/settings', { gallery }), query),
  galleryPreview: (gallery: string) => href('/studio/galleries/:gallery/preview', { gallery }),
  storyTextAutosave: (gallery: string, text: string) =>
    href('/studio/galleries/:gallery/texts/:text/autosave', { gallery, text }),
  storyTextVersions: (gallery: string, text: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/galleries/:gallery/texts/:text/versions', { gallery, text }), query),
  clients: (query: Record<string, string | null> = {}) => withQuery(href('/studio/clients'), query),
  client: (client: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/clients/:client', { client }), query),
  bookingList: (query: Record<string, string | null> = {}) => withQuery(href('/studio/bookings/list'), query),
  bookingExport: (query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/bookings/export.csv'), query),
  payments: (query: Record<string, string | null> = {}) => withQuery(href('/studio/payments'), query),
  paymentExport: (query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/payments/export.csv'), query),
  proposals: (query: Record<string, string | null> = {}) => withQuery(href('/studio/proposals'), query),
  newProposal: (query: Record<string, string | null> = {}) => withQuery(href('/studio/proposals/new'), query),
  proposal: (proposal: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/proposals/:proposal', { proposal }), query),
  contracts: (query: Record<string, string | null> = {}) => withQuery(href('/studio/contracts'), query),
  newContract: (query: Record<string, string | null> = {}) => withQuery(href('/studio/contracts/new'), query),
  contract: (contract: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/contracts/:contract', { contract }), query),
  contractPdf: (contract: string, number: number) =>
    href('/studio/contracts/:contract/:number/signed.pdf', { contract, number: String(number) }),
  invoices: (query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/payments/invoices'), query),
  invoice: (invoice: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/payments/invoices/:invoice', { invoice }), query),
  invoicePdf: (invoice: string) => href('/studio/payments/invoices/:invoice/pdf', { invoice }),
  bookingInvoices: (booking: string) => href('/studio/payments/bookings/:booking', { booking }),
  paymentReminders: () => href('/studio/payments/reminders'),
  paymentTotals: () => href('/studio/payments/totals'),
  invoiceExport: (query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/payments/totals/invoices.csv'), query),
  invoiceArchive: (query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/payments/totals/invoices.zip'), query),
  newBooking: (query: Record<string, string | null> = {}) => withQuery(href('/studio/bookings/new'), query),
  waitlist: (query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/bookings/waitlist'), query),
  unverifiedBookings: (query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/bookings/unverified'), query),
  settings: (group = 'studio') => href('/studio/settings/:group', { group }),
  settingsCalendars: () => href('/studio/settings/calendars'),
  backups: () => href('/studio/settings/backups'),
  settingsData: (query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/settings/data'), query),
  export: (id: string, query: { key?: string } = {}) =>
    withQuery(href('/studio/settings/data/:export', { export: id }), query),
  settingsEmail: (query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/settings/email'), query),
  subscribers: (query: Query = {}) => withQuery(href('/studio/newsletter/subscribers'), query),
  subscribersExport: (query: Query = {}) =>
    withQuery(href('/studio/newsletter/subscribers/export.csv'), query),
  newSubscriber: () => href('/studio/newsletter/subscribers/new'),
  subscriber: (subscriber: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/newsletter/subscribers/:subscriber', { subscriber }), query),
  subscriberImports: () => href('/studio/newsletter/imports'),
  subscriberImport: (id: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/newsletter/imports/:import', { import: id }), query),
  newsletterTags: (query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/newsletter/tags'), query),
  newsletterDomain: () => href('/studio/newsletter/domain'),
  newsletterBounces: (query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/newsletter/bounces'), query),
  newsletterWelcome: (query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/newsletter/welcome'), query),
  newsletterStep: (email: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/newsletter/welcome/:email', { email }), query),
  newsletterStepPreview: (email: string) => href('/studio/newsletter/welcome/:email/preview', { email }),
  campaigns: (query: Record<string, string | null> = {}) => withQuery(href('/studio/newsletter'), query),
  campaign: (campaign: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/newsletter/:campaign', { campaign }), query),
  campaignAutosave: (campaign: string) => href('/studio/newsletter/:campaign/autosave', { campaign }),
  campaignPreview: (campaign: string) => href('/studio/newsletter/:campaign/preview', { campaign }),
  campaignReview: (campaign: string) => href('/studio/newsletter/:campaign/review', { campaign }),
  campaignProgress: (campaign: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/newsletter/:campaign/progress', { campaign }), query),
  terms: () => href('/studio/website/terms'),
  termsPreview: () => href('/studio/website/terms/preview'),
  team: () => href('/studio/settings/team'),
  settingsLogo: () => href('/studio/settings/logo'),
  pages: () => href('/studio/website/pages'),
  portfolio: (query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/website/portfolio'), query),
  page: (page: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/website/pages/:page', { page }), query),
  pageAutosave: (page: string) => href('/studio/website/pages/:page/autosave', { page }),
  pageVersions: (page: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/website/pages/:page/versions', { page }), query),
  pagePreview: (page: string, query: { for?: string } = {}) =>
    withQuery(href('/studio/website/pages/:page/preview', { page }), query),
  photoChoice: (search: string) => withQuery(href('/studio/website/photos'), { search }),
  postsExport: (query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/website/export'), query),
  postsDownload: (form: string) => href('/studio/website/export/:form', { form }),
  postImports: () => href('/studio/website/import'),
  postImport: (id: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/website/import/:former', { former: id }), query),
  posts: (query: Record<string, string | null> = {}) => withQuery(href('/studio/website/posts'), query),
  post: (post: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/website/posts/:entry', { entry: post }), query),
  postLinks: (post: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/website/posts/:entry/links', { entry: post }), query),
  postPreview: (post: string) => href('/studio/website/posts/:entry/preview', { entry: post }),
  postAutosave: (post: string) => href('/studio/website/posts/:entry/autosave', { entry: post }),
  postVersions: (post: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/website/posts/:entry/versions', { entry: post }), query),
  products: (query: Record<string, string | null> = {}) => withQuery(href('/studio/website/products'), query),
  product: (product: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/website/products/:product', { product }), query),
  productPreview: (product: string) => href('/studio/website/products/:product/preview', { product }),
  services: (query: Record<string, string | null> = {}) => withQuery(href('/studio/website/services'), query),
  service: (service: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/website/services/:service', { service }), query),
  package: (service: string, name: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/website/services/:service/:package', { service, package: name }), query),
  servicePreview: (service: string) => href('/studio/website/services/:service/preview', { service }),
  packagePreview: (service: string, name: string) =>
    href('/studio/website/services/:service/:package/preview', { service, package: name }),
  faqPreview: (question: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/website/faqs/:faq/preview', { faq: question }), query),
  testimonialPreview: (testimonial: string, page: string) =>
    withQuery(href('/studio/website/testimonials/:testimonial/preview', { testimonial }), { page }),
  faqs: (query: Record<string, string | null> = {}) => withQuery(href('/studio/website/faqs'), query),
  faq: (question: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/website/faqs/:faq', { faq: question }), query),
  testimonials: (query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/website/testimonials'), query),
  testimonial: (testimonial: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/website/testimonials/:testimonial', { testimonial }), query),
  activity: (query: Record<string, string | null> = {}) => withQuery(href('/studio/activity'), query),
  availability: (query: Record<string, string | null> = {}) => withQuery(href('/studio/availability'), query),
  availabilityRule: (rules: 'hours' | 'dates', rule = 'new') =>
    href('/studio/availability/:rules/:rule', { rules, rule }),
  sessionTypes: () => href('/studio/session-types'),
  sessionType: (type = 'new') => href('/studio/session-types/:type', { type }),
  locations: () => href('/studio/locations'),
  location: (location = 'new') => href('/studio/locations/:location', { location }),
  galleryFavorites: (gallery: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/galleries/:gallery/favorites', { gallery }), query),
  galleryFavoritesExport: (gallery: string, list: string, file: string) =>
    href('/studio/galleries/:gallery/favorites/:list/:file', { gallery, list, file }),
  galleryWatermark: (gallery: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/galleries/:gallery/watermark', { gallery }), query),
  galleryWatermarkPreview: (gallery: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/galleries/:gallery/watermark/preview.jpg', { gallery }), query),
  miniDays: (query: Record<string, string | null> = {}) => withQuery(href('/studio/mini-days'), query),
  miniDay: (day = 'new') => href('/studio/mini-days/:day', { day }),
  rescheduleMiniDay: (day: string) => href('/studio/mini-days/:day/reschedule', { day }),
  bookings: (query: Record<string, string | null> = {}) => withQuery(href('/studio/bookings'), query),
  booking: (booking: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/bookings/:booking', { booking }), query),
  bookingPhoto: (booking: string, photo: string) =>
    href('/studio/bookings/:booking/photos/:photo', { booking, photo }),
  bookingPhotoPreview: (booking: string, photo: string) =>
    href('/studio/bookings/:booking/photos/:photo/preview.jpg', { booking, photo }),
  newBlock: (query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/bookings/blocks/new'), query),
  block: (block: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/bookings/blocks/:block', { block }), query),
  photoUpload: (query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/website/photos/upload'), query),
  galleryUploads: (gallery: string) => href('/studio/galleries/:gallery/uploads', { gallery }),
  galleryUploadsKnown: (gallery: string) => href('/studio/galleries/:gallery/uploads/known', { gallery }),
  gallerySharing: (gallery: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/galleries/:gallery/sharing', { gallery }), query),
  galleryDownloads: (gallery: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/galleries/:gallery/downloads', { gallery }), query),
  downloadReceipt: (gallery: string, download: string) =>
    href('/studio/galleries/:gallery/downloads/:download', { gallery, download }),
  signOut: () => href('/sign-out'),
}

/** Several values of one parameter are a list. */
type Query = Record<string, string | string[] | null>

function withQuery(path: string, query: Query): string {
  const known = Object.entries(query).flatMap(([name, values]) =>
    [values ?? []].flat().flatMap((value) => (value === '' ? [] : [[name, value]])),
  )
  return known.length === 0 ? path : `${path}?${new URLSearchParams(known)}`
}
