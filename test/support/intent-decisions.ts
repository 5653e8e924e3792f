/**
 * What an assistant's forms do in the Studio, by `intent`. `deletes`: destroys data of the owner or a client
 * without undo, so only the owner may. `returns money`: the same for money that leaves the studio. `ends their own`:
 * deletes only what they sent themselves. `keeps`: everything else, such as a status change.
 */
export type IntentDecision = 'keeps' | 'deletes' | 'returns money' | 'ends their own'

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
    ...keep('payment', 'void', 'waive', 'schedule', 'reminders'),
    // Ends the use of a card. The consent stays, and the client can save a card again.
    ...keep('waive-requirement', 'extend-hold', 'hold-reminder-off', 'hold-reminder-on', 'remove-card'),
    refund: 'returns money',
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
  '/studio/galleries/:gallery/preview': {},
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
  '/studio/galleries/:gallery/texts/:text/autosave': {},
  '/studio/galleries/:gallery/texts/:text/versions': {},
  '/studio/galleries/:gallery/uploads/known': {},
  '/studio/galleries/:gallery/watermark': {},
  '/studio/galleries/new': {},
  // A discarded email loses its links, so it can't be sent later.
  '/studio/contracts/:contract': {
    ...keep('save', 'send', 'renew', 'withdraw', 'withdraw-release', 'reminder-off', 'reminder-on'),
    remove: 'deletes',
  },
  '/studio/contracts/new': keep('start'),
  '/studio/proposals/:proposal': {
    ...keep('save', 'send', 'renew', 'withdraw', 'copy', 'reminder-off', 'reminder-on'),
    remove: 'deletes',
  },
  '/studio/proposals/new': keep('start'),
  '/studio/emails': { ...keep('send-all'), 'discard-all': 'deletes' },
  '/studio/emails/:mail': { ...keep('send'), discard: 'deletes' },
  '/studio/inbox/:kind/:message': keep('answered', 'waiting', 'proposal', 'booked', 'lost', 'event', 'reply'),
  // Documents are never changed: a credit note stays beside its invoice, and an emailed link is replaced.
  '/studio/payments/bookings/:booking': keep('invoice', 'receipt'),
  '/studio/payments/invoices/:invoice': keep('email', 'link', 'credit', 'credit-part'),
  '/studio/mini-days/:day': { ...keep('save'), remove: 'deletes' },
  '/studio/mini-days/:day/reschedule': {},
  '/studio/website/pages/:page': keep('defaults', 'save'),
  '/studio/website/pages/:page/autosave': {},
  '/studio/website/pages/:page/preview': {},
  '/studio/website/pages/:page/versions': {},
  '/studio/website/faqs': {},
  '/studio/website/faqs/:faq': { ...keep('save'), remove: 'deletes' },
  '/studio/website/faqs/:faq/preview': {},
  '/studio/website/posts': keep('add'),
  '/studio/website/posts/:entry': { ...keep('save', 'publish', 'unpublish'), remove: 'deletes' },
  '/studio/website/posts/:entry/autosave': {},
  '/studio/website/posts/:entry/links': keep('add', 'revoke'),
  '/studio/website/posts/:entry/preview': {},
  '/studio/website/posts/:entry/versions': {},
  '/studio/galleries/presets/:preset': { ...keep('save'), remove: 'deletes' },
  '/studio/website/products': {},
  '/studio/website/products/:product': { ...keep('save'), remove: 'deletes' },
  '/studio/website/products/:product/preview': {},
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
