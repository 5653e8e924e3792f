import { HIDDEN_CHARACTERS } from '~/platform/http/notices'
import { isCleanText } from '~/platform/text'
import { WORDS_MAX } from './model'

/** What is wrong with words to a client; undefined: nothing, also when there are none. */
export function wordsError(words: string): string | undefined {
  if (words.length > WORDS_MAX)
    return `Shorten your message to ${WORDS_MAX.toLocaleString('en-US')} characters.`
  if (!isCleanText(words)) return HIDDEN_CHARACTERS
  return undefined
}
