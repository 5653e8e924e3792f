/** What people of the studio are told when something was not done. */
export const FULL = 'This list is full. Delete something first.'

/** What stands on a page after a form of it was accepted. */
const DONE = {
  saved: 'Saved, and on the site.',
  added: 'Added.',
  removed: 'Deleted.',
  moved: 'Moved, and on the site.',
  recorded: 'Permission recorded. It may be shown now.',
  withdrawn: 'Withdrawn, and off the site.',
}

/** @param url whose query says what was done */
export function doneSentence(url: string): string | null {
  const done = new URL(url).searchParams.get('done') ?? ''
  return Object.hasOwn(DONE, done) ? DONE[done as keyof typeof DONE] : null
}
