import type { NotSaved } from '~/platform/forms'

export type RowRefusal = NotSaved
export type RowSaved = { ok: true } | Exclude<RowRefusal, { reason: 'full' }>
export type RowAdded<Made> = ({ ok: true } & Made) | Extract<RowRefusal, { reason: 'refused' | 'full' }>
export type RowMoved = { ok: true } | { ok: false; reason: 'changed-since' }
export type RowRemoved = { ok: true } | { ok: false; reason: 'changed-since' | 'missing' }

/** Messages after an accepted form. */
const DONE = {
  saved: 'Saved and published.',
  kept: 'Saved.',
  added: 'Added.',
  removed: 'Deleted.',
  moved: 'Order saved and published.',
  recorded: 'Permission recorded. You can show it now.',
  withdrawn: 'Withdrawn and removed from your site.',
}

/** @param url its query names the action. @param isShown whether the site shows the record */
export function doneSentence(url: string, isShown = true): string | null {
  const done = new URL(url).searchParams.get('done') ?? ''
  if (done === 'saved' && !isShown) return 'Saved. It isn’t on your site.'
  return Object.hasOwn(DONE, done) ? DONE[done as keyof typeof DONE] : null
}
