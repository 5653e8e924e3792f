/** Messages after the editor's forms without script, by `intent`. */
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
  ['add-text', 'Added. Your story shows it after you press “Update story.”'],
  ['save-text', 'Saved.'],
  ['restore-text', 'Restored as the newest version.'],
  ['set-add', 'Saved.'],
  ['set-rename', 'Saved.'],
  ['set-up', 'Saved.'],
  ['set-down', 'Saved.'],
  ['set-remove', 'Set deleted. Its photos are still in the gallery.'],
  ['give-up', 'Upload canceled.'],
])

/** @returns undefined: not an intent of the editor, or without a message */
export const doneSentence = (intent: string): string | undefined => DONE.get(intent)

/**
 * Whether an intent deletes something: a set at once; photos, with their favorites and comments, after 30
 * days unless restored.
 */
export const isDeletion = (intent: string): boolean => intent === 'remove' || intent === 'set-remove'

/** The response to an editor's form. */
export type EditorAnswer =
  | { ok: true; notice: string; undo?: Record<string, string> }
  | {
      ok: false
      /** The form's intent. */
      intent: string
      sentence?: string
      errors: Record<string, string>
      values: Record<string, string>
      blocked?: { itemId: string; fileName: string; title: string; sentence: string }[]
    }
