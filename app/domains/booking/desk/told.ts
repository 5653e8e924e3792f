export interface Told {
  sentence: string
  /** The client gets an email about it. */
  isEmailed?: true
}

/** What is said after something was done, by what was asked for. */
export const TOLD: ReadonlyMap<string, Told> = new Map<string, Told>([
  ['confirm', { sentence: 'Confirmed.', isEmailed: true }],
  ['decline', { sentence: 'Declined. The time is free again.', isEmailed: true }],
  ['cancel', { sentence: 'Canceled. The time is free again.', isEmailed: true }],
  ['done', { sentence: 'Marked as done.' }],
  ['no-show', { sentence: 'Marked as a no-show.' }],
  ['reopen', { sentence: 'Confirmed again.' }],
  ['move', { sentence: 'Moved.', isEmailed: true }],
  ['note', { sentence: 'The note is saved.' }],
  ['payment', { sentence: 'Written down.' }],
  ['void', { sentence: 'Struck out.' }],
  ['fee', { sentence: 'Fee added.' }],
  ['waive', { sentence: 'Fee waived.' }],
  ['message', { sentence: 'The message is saved.', isEmailed: true }],
  ['new', { sentence: 'Booked.' }],
])
