/** What whoever comes second is told, when two people edit the same thing. */
export const CHANGED_MEANWHILE =
  'Somebody else changed this while you were writing. Reload the page, then make your change again.'
export const MOVED_MEANWHILE = 'Somebody else changed this order. Look at it again, then move it.'
