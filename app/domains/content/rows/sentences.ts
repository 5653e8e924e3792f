/** What people of the studio are told when something was not done. */
export const FULL = 'This list is full. Delete something first.'

/** What stands on a page after a form of it was accepted. */
const DONE = {
  saved: 'Saved and published.',
  added: 'Added.',
  removed: 'Deleted.',
  moved: 'Order saved and published.',
  recorded: 'Permission recorded. You can show it now.',
  withdrawn: 'Withdrawn and removed from your site.',
}

/** @param url whose query says what was done */
export function doneSentence(url: string): string | null {
  const done = new URL(url).searchParams.get('done') ?? ''
  return Object.hasOwn(DONE, done) ? DONE[done as keyof typeof DONE] : null
}
