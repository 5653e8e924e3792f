/** What is told after something was done, by what was asked for. */
export const TOLD: ReadonlyMap<string, string> = new Map([
  ['confirm', 'Confirmed. The client has been told.'],
  ['decline', 'Declined. The client has been told, and the time is free again.'],
  ['cancel', 'Canceled. The client has been told, and the time is free again.'],
  ['done', 'Marked as done.'],
  ['no-show', 'Marked as a no-show.'],
  ['reopen', 'Confirmed again.'],
  ['move', 'Moved. The client has been told.'],
  ['note', 'The note is saved.'],
  ['payment', 'Written down.'],
  ['void', 'Struck out.'],
  ['fee', 'Fee added.'],
  ['waive', 'Fee waived.'],
  ['message', 'The message is on its way.'],
  ['new', 'Booked.'],
])
