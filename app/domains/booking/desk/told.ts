export interface Told {
  sentence: string
  /** The client gets an email about it. */
  isEmailed?: true
}

/** What is said after something was done, by what was asked for. */
export const TOLD: ReadonlyMap<string, Told> = new Map<string, Told>([
  ['confirm', { sentence: 'Confirmed.', isEmailed: true }],
  ['decline', { sentence: 'Declined. The time is open again.', isEmailed: true }],
  ['cancel', { sentence: 'Canceled. The time is open again.', isEmailed: true }],
  ['done', { sentence: 'Marked as completed.' }],
  ['no-show', { sentence: 'Marked as a no-show.' }],
  ['reopen', { sentence: 'Booking reopened.' }],
  ['move', { sentence: 'Rescheduled.', isEmailed: true }],
  ['note', { sentence: 'Note saved.' }],
  ['payment', { sentence: 'Payment recorded.' }],
  ['void', { sentence: 'Payment voided.' }],
  ['fee', { sentence: 'Fee added.' }],
  ['waive', { sentence: 'Fee waived.' }],
  ['message', { sentence: 'Email saved.', isEmailed: true }],
  ['new', { sentence: 'Booked.' }],
])
