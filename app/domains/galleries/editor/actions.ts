/** What a page without script says after a form of the editor was accepted, by the form's `intent`. */
const DONE = new Map([
  ['earlier', 'Moved.'],
  ['later', 'Moved.'],
  ['before', 'Moved.'],
  ['to-set', 'Moved.'],
  ['to-number', 'Moved.'],
  ['sort-time', 'Sorted by capture time.'],
  ['sort-name', 'Sorted by file name.'],
  ['unsort', 'Back to your order.'],
  ['hide', 'Hidden in this gallery.'],
  ['show', 'Shown in this gallery again.'],
  ['remove', 'Removed from this gallery.'],
  ['put-back', 'Back in this gallery.'],
  ['describe', 'Text saved.'],
  ['no-recognizable-people', 'Marked.'],
  ['recognizable-people', 'Marked.'],
  ['cover', 'Cover photo set.'],
  ['uncover', 'Cover photo removed.'],
  ['save-item', 'Saved.'],
  ['publish', 'Published.'],
  ['show-on-site', 'Published on your site.'],
  ['show-ready-on-site', 'Published on your site.'],
  ['take-off-site', 'Removed from your site.'],
  ['add-text', 'Saved.'],
  ['save-text', 'Saved.'],
  ['set-add', 'Saved.'],
  ['set-rename', 'Saved.'],
  ['set-up', 'Saved.'],
  ['set-down', 'Saved.'],
  ['set-remove', 'Set deleted. Its photos are still in the gallery.'],
  ['give-up', 'Upload canceled.'],
])

/** @returns undefined for an intent that isn't one of the editor's, or has nothing to say */
export const doneSentence = (intent: string): string | undefined => DONE.get(intent)

/**
 * What an intent removes is deleted: a set at once; photos, with their favorites and comments, 30 days later unless they
 * are put back.
 */
export const isDeletion = (intent: string): boolean => intent === 'remove' || intent === 'set-remove'

/** What the editor is answered with, in place or on a page. */
export type EditorAnswer =
  | { ok: true; notice: string; undo?: Record<string, string> }
  | {
      ok: false
      /** Which form. */
      intent: string
      sentence?: string
      errors: Record<string, string>
      values: Record<string, string>
      held?: { itemId: string; fileName: string; title: string; sentence: string }[]
    }
