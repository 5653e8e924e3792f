import { HIDDEN_CHARACTERS } from '~/platform/http/notices'
import { isCleanText, withLineFeeds } from '~/platform/text'

export const WORDS_MAX = 1_000

/** What a client writes to the studio with a change. */
export function readWords(given: string): { ok: true; words: string } | { ok: false; error: string } {
  const words = withLineFeeds(given).trim()
  if (words.length > WORDS_MAX)
    return { ok: false, error: `Shorten this to ${WORDS_MAX.toLocaleString('en-US')} characters.` }
  if (!isCleanText(words)) return { ok: false, error: HIDDEN_CHARACTERS }
  return { ok: true, words }
}
