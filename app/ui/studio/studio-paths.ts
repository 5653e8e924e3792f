import { href } from 'react-router'

/** Every address within the Studio, checked against the route table. Apart from the public ones, which visitors load. */
export const studioPaths = {
  today: () => href('/studio'),
  setup: () => href('/studio/setup'),
  find: (query: Record<string, string | null> = {}) => withQuery(href('/studio/find'), query),
  messages: (query: Record<string, string | null> = {}) => withQuery(href('/studio/messages'), query),
  letter: (kind: string, letter: string) => href('/studio/messages/:kind/:letter', { kind, letter }),
  mail: (query: Record<string, string | null> = {}) => withQuery(href('/studio/mail'), query),
  sentMail: (mail: string) => href('/studio/mail/:mail', { mail }),
  mailPreview: (mail: string) => href('/studio/mail/:mail/preview', { mail }),
  photos: (query: Record<string, string | null> = {}) => withQuery(href('/studio/photos'), query),
  photo: (photo: string) => href('/studio/photos/:photo', { photo }),
  quarantine: (query: Record<string, string | null> = {}) => withQuery(href('/studio/quarantine'), query),
  quarantinePreview: (photo: string) => href('/studio/quarantine/:photo/preview.jpg', { photo }),
  closingGalleries: () => href('/studio/galleries/closing'),
  galleryExpiry: (gallery: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/galleries/:gallery/expiry', { gallery }), query),
  galleryConsents: (gallery: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/galleries/:gallery/consents', { gallery }), query),
  galleryConsent: (gallery: string, consent = 'new') =>
    href('/studio/galleries/:gallery/consents/:consent', { gallery, consent }),
  galleries: (query: Record<string, string | null> = {}) => withQuery(href('/studio/galleries'), query),
  newGallery: (query: Record<string, string | null> = {}) => withQuery(href('/studio/galleries/new'), query),
  gallery: (gallery: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/galleries/:gallery', { gallery }), query),
  gallerySettings: (gallery: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/galleries/:gallery/settings', { gallery }), query),
  galleryPreview: (gallery: string) => href('/studio/galleries/:gallery/preview', { gallery }),
  people: (query: Record<string, string | null> = {}) => withQuery(href('/studio/people'), query),
  person: (person: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/people/:person', { person }), query),
  bookingList: (query: Record<string, string | null> = {}) => withQuery(href('/studio/bookings/list'), query),
  bookingExport: (query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/bookings/export.csv'), query),
  newBooking: (query: Record<string, string | null> = {}) => withQuery(href('/studio/bookings/new'), query),
  waitingList: (query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/bookings/waiting'), query),
  unverifiedBookings: (query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/bookings/unverified'), query),
  settings: (group = 'studio') => href('/studio/settings/:group', { group }),
  settingsCalendars: (query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/settings/calendars'), query),
  settingsData: (query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/settings/data'), query),
  export: (id: string, query: { key?: string } = {}) =>
    withQuery(href('/studio/settings/data/:export', { export: id }), query),
  settingsMail: () => href('/studio/settings/mail'),
  terms: () => href('/studio/pages/terms'),
  termsPreview: () => href('/studio/pages/terms/preview'),
  team: () => href('/studio/settings/team'),
  settingsLogo: () => href('/studio/settings/logo'),
  pages: () => href('/studio/pages'),
  portfolio: (query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/pages/portfolio-stories'), query),
  page: (page: string) => href('/studio/pages/:page', { page }),
  pagePreview: (page: string, query: { for?: string } = {}) =>
    withQuery(href('/studio/pages/:page/preview', { page }), query),
  photoChoice: (search: string) => withQuery(href('/studio/pages/photos'), { search }),
  services: (query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/pages/services-and-prices'), query),
  service: (service: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/pages/services-and-prices/:service', { service }), query),
  package: (service: string, name: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/pages/services-and-prices/:service/:package', { service, package: name }), query),
  servicePreview: (service: string) =>
    href('/studio/pages/services-and-prices/:service/preview', { service }),
  packagePreview: (service: string, name: string) =>
    href('/studio/pages/services-and-prices/:service/:package/preview', { service, package: name }),
  questionPreview: (question: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/pages/questions/:question/preview', { question }), query),
  testimonialPreview: (testimonial: string, page: string) =>
    withQuery(href('/studio/pages/testimonials/:testimonial/preview', { testimonial }), { page }),
  questions: (query: Record<string, string | null> = {}) => withQuery(href('/studio/pages/questions'), query),
  question: (question: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/pages/questions/:question', { question }), query),
  testimonials: (query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/pages/testimonials'), query),
  testimonial: (testimonial: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/pages/testimonials/:testimonial', { testimonial }), query),
  audit: (query: Record<string, string | null> = {}) => withQuery(href('/studio/audit'), query),
  availability: (query: Record<string, string | null> = {}) => withQuery(href('/studio/availability'), query),
  availabilityRule: (rules: 'hours' | 'dates', rule = 'new') =>
    href('/studio/availability/:rules/:rule', { rules, rule }),
  sessionTypes: () => href('/studio/session-types'),
  sessionType: (type = 'new') => href('/studio/session-types/:type', { type }),
  places: () => href('/studio/places'),
  place: (place = 'new') => href('/studio/places/:place', { place }),
  galleryChoices: (gallery: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/galleries/:gallery/choices', { gallery }), query),
  galleryChoicesExport: (gallery: string, list: string, file: string) =>
    href('/studio/galleries/:gallery/choices/:list/:file', { gallery, list, file }),
  galleryWatermark: (gallery: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/galleries/:gallery/watermark', { gallery }), query),
  galleryWatermarkPreview: (gallery: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/galleries/:gallery/watermark/preview.jpg', { gallery }), query),
  miniDays: (query: Record<string, string | null> = {}) => withQuery(href('/studio/mini-days'), query),
  miniDay: (day = 'new') => href('/studio/mini-days/:day', { day }),
  weatherCall: (day: string) => href('/studio/mini-days/:day/weather-call', { day }),
  bookings: (query: Record<string, string | null> = {}) => withQuery(href('/studio/bookings'), query),
  booking: (booking: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/bookings/:booking', { booking }), query),
  newBlock: (query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/bookings/blocks/new'), query),
  block: (block: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/bookings/blocks/:block', { block }), query),
  galleryUploads: (gallery: string) => href('/studio/galleries/:gallery/uploads', { gallery }),
  galleryUploadsKnown: (gallery: string) => href('/studio/galleries/:gallery/uploads/known', { gallery }),
  gallerySharing: (gallery: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/galleries/:gallery/sharing', { gallery }), query),
  deliveries: (gallery: string, query: Record<string, string | null> = {}) =>
    withQuery(href('/studio/galleries/:gallery/deliveries', { gallery }), query),
  receipt: (gallery: string, download: string) =>
    href('/studio/galleries/:gallery/deliveries/:download', { gallery, download }),
  signOut: () => href('/sign-out'),
}

function withQuery(path: string, query: Record<string, string | null>): string {
  const known = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return known.length === 0 ? path : `${path}?${new URLSearchParams(known)}`
}
