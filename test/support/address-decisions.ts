/**
 * Roles of the test: a visitor, the client to whom the gallery, the booking and the photos belong, another
 * client, an assistant and an owner.
 */
export const EVERYONE = ['visitor', 'client', 'stranger', 'assistant', 'owner'] as const
export type Who = (typeof EVERYONE)[number]

/**
 * The response for a role. `opens`: any response of the page. `login` and `gallery`: a redirect. `missing`: 404
 * or 410. `refused`: 403. `no-method`: 405.
 */
export type Outcome = 'opens' | 'login' | 'gallery' | 'missing' | 'refused' | 'no-method'

const all = (outcome: Outcome): Record<Who, Outcome> => ({
  ...{ visitor: outcome, client: outcome, stranger: outcome, assistant: outcome, owner: outcome },
})

/** The outcome of each decision for each role. */
export const OUTCOMES = {
  everyone: all('opens'),
  /** A missing record or an invalid link: the same for everyone. */
  nothing: all('missing'),
  'signed-in': { ...all('opens'), visitor: 'login' },
  team: { ...all('opens'), visitor: 'login', client: 'missing', stranger: 'missing' },
  owner: { ...all('missing'), visitor: 'login', owner: 'opens' },
  /** An address whose module itself answers 405. */
  'owner, to read': { ...all('missing'), visitor: 'login', owner: 'no-method' },
  /** A client gallery: for its clients and the studio (docs/decisions/studio-opens-galleries.md). */
  shared: { ...all('opens'), visitor: 'login', stranger: 'missing' },
  /** For programs, which can't use a login page. */
  'shared picture': { ...all('opens'), visitor: 'missing', stranger: 'missing' },
  'studio picture': { ...all('missing'), assistant: 'opens', owner: 'opens' },
  /** Pages of a gallery that redirect to the gallery's own page when access is missing. */
  'in the gallery': { ...all('opens'), visitor: 'gallery', stranger: 'gallery' },
  /** Actions in a gallery that only its client can do. */
  'client in the gallery': { ...all('missing'), client: 'opens', visitor: 'gallery', stranger: 'gallery' },
  'gallery itself': all('gallery'),
  /** A former page that redirects to the gallery. */
  'shared, then gallery': { ...all('gallery'), visitor: 'login', stranger: 'missing' },
  'shared favorites': { ...all('opens'), visitor: 'refused', stranger: 'refused' },
  /** A booking, for its client. */
  booked: { ...all('missing'), visitor: 'login', client: 'opens' },
} as const satisfies Record<string, Record<Who, Outcome>>

export type Decision = keyof typeof OUTCOMES

/** Who may request each address of the route table, with GET, and with POST if its page accepts that. */
export const ADDRESS_DECISIONS: Record<string, Decision | { get: Decision; post: Decision }> = {
  '/': 'everyone',
  '/*': 'everyone',
  '/.well-known/gpc.json': 'everyone',
  '/.well-known/security.txt': 'everyone',
  '/404': 'nothing',
  '/about': 'everyone',
  '/blog': 'everyone',
  '/blog.atom': 'everyone',
  '/blog/:post': 'everyone',
  '/book-session': 'everyone',
  '/book-session/confirm/:token': 'nothing',
  '/book-session/details': 'everyone',
  '/book-session/offer/:token': 'nothing',
  '/book-session/review': 'everyone',
  // Only opens for a full day.
  '/book-session/waitlist': 'nothing',
  '/book-session/waitlist/leave/:token': 'nothing',
  '/booking': 'booked',
  '/booking/:token': 'nothing',
  '/booking/calendar.ics': 'booked',
  '/booking/cancel': 'booked',
  '/booking/details': 'booked',
  '/booking/reschedule': 'booked',
  '/calendar/:file': 'nothing',
  '/confirm-email/:token': 'nothing',
  '/contact': 'everyone',
  '/download': 'signed-in',
  '/download/:gallery': 'shared',
  '/download/:gallery/archive': 'everyone',
  '/download/:gallery/archive/:what/:file': 'shared',
  '/download/:gallery/favorite': { get: 'gallery itself', post: 'shared favorites' },
  '/download/:gallery/comments/:item': 'client in the gallery',
  '/download/:gallery/favorites': { get: 'client in the gallery', post: 'in the gallery' },
  '/download/:gallery/file/:item/:size': 'shared',
  '/download/:gallery/photo/:item': 'shared',
  '/download/:gallery/pin': 'shared, then gallery',
  '/forgot-password': 'everyone',
  '/g/:token': 'nothing',
  '/g/:token/favorites': 'nothing',
  '/gallery': 'everyone',
  '/gallery/photo/:photo': 'everyone',
  '/login': 'everyone',
  '/manifest.webmanifest': 'everyone',
  '/mikhenzo-products': 'everyone',
  '/mikhenzo-products/:product': 'everyone',
  '/newsletter': 'everyone',
  '/newsletter/unsubscribe/:token': 'nothing',
  '/owner/:token': 'nothing',
  '/passkey-challenge': 'everyone',
  '/portfolio': 'everyone',
  '/portfolio/:story': 'everyone',
  '/portrait': 'everyone',
  '/pricing': 'everyone',
  '/profile': 'signed-in',
  '/profile/confirm': 'signed-in',
  '/profile/my-data': 'signed-in',
  '/profile/passkeys/new': 'signed-in',
  '/profile/second-step': 'signed-in',
  '/profile/two-factor': 'signed-in',
  '/register': 'everyone',
  '/reset-password/:token': 'nothing',
  '/robots.txt': 'everyone',
  '/services': 'everyone',
  '/sign-in/:token': 'nothing',
  '/sign-out': 'everyone',
  '/sitemap.xml': 'everyone',
  '/studio': 'team',
  '/studio/*': 'team',
  '/studio/activity': 'team',
  '/studio/availability': 'owner',
  '/studio/availability/:rules/:rule': 'owner',
  '/studio/bookings': 'team',
  '/studio/bookings/:booking': 'team',
  '/studio/bookings/blocks/:block': 'team',
  '/studio/bookings/blocks/new': 'team',
  '/studio/bookings/export.csv': 'team',
  '/studio/bookings/list': 'team',
  '/studio/bookings/new': 'team',
  '/studio/bookings/unverified': 'team',
  '/studio/bookings/waitlist': 'team',
  '/studio/search': 'team',
  '/studio/galleries': 'team',
  '/studio/galleries/:gallery': 'team',
  '/studio/galleries/:gallery/favorites': 'team',
  '/studio/galleries/:gallery/favorites/:list/:file': 'team',
  '/studio/galleries/:gallery/releases': 'team',
  '/studio/galleries/:gallery/releases/:release': 'team',
  '/studio/galleries/:gallery/downloads': 'team',
  '/studio/galleries/:gallery/downloads/:download': 'team',
  '/studio/galleries/:gallery/expiration': 'team',
  '/studio/galleries/:gallery/preview': 'team',
  '/studio/galleries/:gallery/settings': 'team',
  '/studio/galleries/:gallery/sharing': 'team',
  '/studio/galleries/:gallery/uploads': 'team',
  '/studio/galleries/:gallery/uploads/known': 'team',
  '/studio/galleries/:gallery/watermark': 'team',
  '/studio/galleries/:gallery/watermark/preview.jpg': 'team',
  '/studio/galleries/expiring': 'team',
  '/studio/galleries/new': 'team',
  '/studio/emails': 'team',
  '/studio/emails/:mail': 'team',
  '/studio/emails/:mail/preview': 'team',
  '/studio/inbox': 'team',
  '/studio/inbox/:kind/:message': 'team',
  '/studio/mini-days': 'team',
  '/studio/mini-days/:day': 'team',
  '/studio/mini-days/:day/reschedule': 'team',
  '/studio/website/pages': 'team',
  '/studio/website/pages/:page': 'team',
  '/studio/website/pages/:page/preview': 'team',
  '/studio/website/photos': 'team',
  '/studio/website/portfolio': 'team',
  '/studio/website/faqs': 'team',
  '/studio/website/faqs/:faq': 'team',
  '/studio/website/faqs/:faq/preview': 'team',
  '/studio/website/services': 'team',
  '/studio/website/services/:service': 'team',
  '/studio/website/services/:service/:package': 'team',
  '/studio/website/services/:service/:package/preview': 'team',
  '/studio/website/services/:service/preview': 'team',
  '/studio/website/terms': 'owner',
  '/studio/website/terms/preview': 'owner',
  '/studio/website/testimonials': 'team',
  '/studio/website/testimonials/:testimonial': 'team',
  '/studio/website/testimonials/:testimonial/preview': 'team',
  '/studio/clients': { get: 'owner', post: 'owner, to read' },
  '/studio/clients/:client': 'owner',
  '/studio/photos': 'team',
  '/studio/photos/:photo': 'team',
  '/studio/locations': 'owner',
  '/studio/locations/:location': 'owner',
  '/studio/quarantine': 'team',
  '/studio/quarantine/:photo/preview.jpg': 'team',
  '/studio/session-types': 'owner',
  '/studio/session-types/:type': 'owner',
  '/studio/settings/:group': 'owner',
  '/studio/settings/calendars': 'owner',
  '/studio/settings/data': 'owner',
  '/studio/settings/data/:export': { get: 'owner', post: 'owner, to read' },
  '/studio/settings/logo': 'owner',
  '/studio/settings/email': 'owner',
  '/studio/settings/team': 'owner',
  '/studio/setup': 'owner',
  '/terms': 'everyone',
  '/terms/versions/:version': 'everyone',
  '/thank-you': 'everyone',
  '/verify-email/:token': 'nothing',
}

/** The same for addresses that are answered before React Router, all of them read-only. */
export const HOST_DECISIONS: Record<string, Decision> = {
  '/apple-touch-icon.png': 'everyone',
  '/download/:gallery/media/*': 'shared picture',
  '/favicon.ico': 'everyone',
  '/favicon.svg': 'everyone',
  '/healthz': 'everyone',
  '/icon-192.png': 'everyone',
  '/icon-512.png': 'everyone',
  '/icon-maskable-512.png': 'everyone',
  '/media/*': 'studio picture',
  '/readyz': 'everyone',
}

/**
 * What an assistant's forms do in the Studio, by `intent`. `deletes`: destroys data of the owner or a client
 * without undo, so only the owner may. `ends their own`: deletes only what they sent themselves. `keeps`:
 * everything else, such as a status change.
 */
export type IntentDecision = 'keeps' | 'deletes' | 'ends their own'

const keep = (...intents: string[]): Record<string, IntentDecision> =>
  Object.fromEntries(intents.map((intent) => [intent, 'keeps']))

/** For every Studio page that assistants may post to. Forms without an intent save their fields. */
export const INTENT_DECISIONS: Record<string, Record<string, IntentDecision>> = {
  '/studio/*': {},
  '/studio/bookings/:booking': {
    ...keep(
      'confirm',
      'decline',
      'cancel',
      'done',
      'no-show',
      'reopen',
      'reschedule',
      'note',
      'message',
      'fee',
    ),
    // A voided payment and a waived fee stay, with the reason.
    ...keep('payment', 'void', 'waive'),
  },
  '/studio/bookings/blocks/:block': { remove: 'deletes' },
  '/studio/bookings/blocks/new': {},
  '/studio/bookings/new': keep('questions'),
  // Declining a flood deletes the input of unverified people.
  '/studio/bookings/unverified': { ...keep('keep'), decline: 'deletes' },
  // A person removed from the waitlist stays recorded as having left.
  '/studio/bookings/waitlist': keep('offer', 'take-off'),
  '/studio/galleries/:gallery': {
    ...keep('earlier', 'later', 'before', 'to-set', 'to-number', 'sort-time', 'sort-name', 'unsort'),
    ...keep(
      'hide',
      'show',
      'put-back',
      'describe',
      'no-recognizable-people',
      'recognizable-people',
      'cover',
      'uncover',
    ),
    ...keep('save-item', 'publish', 'show-on-site', 'show-ready-on-site', 'take-off-site'),
    ...keep('add-text', 'save-text', 'set-add', 'set-rename', 'set-up', 'set-down'),
    // After 30 days, the photo's favorites and comments are deleted with it, and until then no page lists them.
    remove: 'deletes',
    'set-remove': 'deletes',
    'give-up': 'ends their own',
    'forget-refused': 'ends their own',
  },
  '/studio/galleries/:gallery/favorites': {
    ...keep('reopen', 'settle', 'limit', 'answer'),
    'remove-answer': 'deletes',
  },
  '/studio/galleries/:gallery/releases/:release': keep('save', 'withdraw'),
  '/studio/galleries/:gallery/downloads': {},
  '/studio/galleries/:gallery/expiration': keep('extend', 'close', 'reopen'),
  '/studio/galleries/:gallery/preview': keep('save-text'),
  '/studio/galleries/:gallery/settings': {
    ...keep('save', 'new-pin', 'no-pin', 'archive', 'restore', 'withdraw'),
    remove: 'deletes',
  },
  '/studio/galleries/:gallery/sharing': keep(
    'share',
    'rights',
    'revoke',
    'renew',
    'send',
    'send-new',
    'link',
  ),
  '/studio/galleries/:gallery/uploads/known': {},
  '/studio/galleries/:gallery/watermark': {},
  '/studio/galleries/new': {},
  // A discarded email loses its links, so it can't be sent later.
  '/studio/emails': { ...keep('send-all'), 'discard-all': 'deletes' },
  '/studio/emails/:mail': { ...keep('send'), discard: 'deletes' },
  '/studio/inbox/:kind/:message': keep('answered', 'waiting'),
  '/studio/mini-days/:day': { ...keep('save'), remove: 'deletes' },
  '/studio/mini-days/:day/reschedule': {},
  '/studio/website/pages/:page': keep('defaults'),
  '/studio/website/pages/:page/preview': {},
  '/studio/website/faqs': {},
  '/studio/website/faqs/:faq': { ...keep('save'), remove: 'deletes' },
  '/studio/website/faqs/:faq/preview': {},
  '/studio/website/services': {},
  '/studio/website/services/:service': { ...keep('save', 'move'), remove: 'deletes' },
  '/studio/website/services/:service/:package': { ...keep('save'), remove: 'deletes' },
  '/studio/website/services/:service/:package/preview': {},
  '/studio/website/services/:service/preview': {},
  '/studio/website/testimonials': {},
  '/studio/website/testimonials/:testimonial': { ...keep('save', 'permit', 'withdraw'), remove: 'deletes' },
  '/studio/website/testimonials/:testimonial/preview': {},
  '/studio/photos/:photo': keep('save', 'retry', 'check', 'no-recognizable-people', 'recognizable-people'),
  // Checking again destroys nothing, but it answers a question to the owner.
  '/studio/quarantine': { ...keep('restore'), allow: 'deletes', 'check-again': 'deletes' },
}
