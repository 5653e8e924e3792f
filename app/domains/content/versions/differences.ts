import { diffLines, diffWordsWithSpace } from 'diff'

/** A piece of a text that is in both versions, or only in the older or the newer one. */
export interface Difference {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** How long words are compared, in milliseconds. After that, whole lines are. */
const LONGEST = 500

/** What changed from one text to another, word by word. */
export function differencesOf(older: string, newer: string): Difference[] {
  const words = diffWordsWithSpace(older, newer, { timeout: LONGEST })
  return (words ?? diffLines(older, newer)).map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }))
}
