/** Messages for the team about refused actions. */
export const FULL = 'This list is full. Delete something first.'

/** Messages after an accepted form. */
const DONE = {
  saved: 'Saved and published.',
  added: 'Added.',
  removed: 'Deleted.',
  moved: 'Order saved and published.',
  recorded: 'Permission recorded. You can show it now.',
  withdrawn: 'Withdrawn and removed from your site.',
}

/** @param url its query names the action */
export function doneSentence(url: string): string | null {
  const done = new URL(url).searchParams.get('done') ?? ''
  return Object.hasOwn(DONE, done) ? DONE[done as keyof typeof DONE] : null
}
