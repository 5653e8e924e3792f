import { HIDDEN_CHARACTERS, ONE_PLAIN_LINE } from '~/platform/http/notices'
import { isBlank, isCleanLine, isCleanText, withLineFeeds } from '~/platform/text'
import { COMMENT_MAX, NOTE_MAX, PURPOSE_MAX } from './model'

export type ReadWords = { ok: true; text: string } | { ok: false; sentence: string }

/** What a list is for, in the person’s own words. */
export function readPurpose(typed: string): ReadWords {
  const text = typed.trim()
  if (isBlank(text)) return { ok: false, sentence: 'Enter what the list is for, such as Album or Prints.' }
  if (!isCleanLine(text)) return { ok: false, sentence: ONE_PLAIN_LINE }
  if ([...text].length > PURPOSE_MAX)
    return { ok: false, sentence: `Shorten it to ${PURPOSE_MAX} characters.` }
  return { ok: true, text }
}

export function readComment(typed: string): ReadWords {
  const text = withLineFeeds(typed).trim()
  return isBlank(text) ? { ok: false, sentence: 'Write something first.' } : readText(text, COMMENT_MAX)
}

/** The last word of a list may be left out. */
export const readNote = (typed: string): ReadWords => readText(withLineFeeds(typed).trim(), NOTE_MAX)

function readText(text: string, most: number): ReadWords {
  if (!isCleanText(text)) return { ok: false, sentence: HIDDEN_CHARACTERS }
  if ([...text].length > most)
    return { ok: false, sentence: `Shorten it to ${most.toLocaleString('en-US')} characters.` }
  return { ok: true, text }
}

/** '' for no limit. @returns undefined when it is neither */
export function readLimit(typed: string): { limit: number | null } | undefined {
  const text = typed.trim()
  if (text === '') return { limit: null }
  return /^\d{1,4}$/.test(text) && Number(text) > 0 ? { limit: Number(text) } : undefined
}
