import { HIDDEN_CHARACTERS, ONE_PLAIN_LINE } from '~/platform/http/notices'
import { isBlank, isCleanLine, isCleanText } from '~/platform/text'
import { WORDS_MAX } from './model'

export const SUBJECT_MAX = 150
export const MESSAGE_MAX = 5_000

/** What is wrong with a message to a client, by field; empty: nothing. */
export function messageErrors({
  subject,
  message,
}: {
  subject: string
  message: string
}): Partial<Record<'subject' | 'message', string>> {
  const [inSubject, inMessage] = [subjectError(subject), messageError(message)]
  return { ...(inSubject ? { subject: inSubject } : {}), ...(inMessage ? { message: inMessage } : {}) }
}

function subjectError(subject: string): string | undefined {
  if (isBlank(subject)) return 'Enter a subject.'
  if (subject.length > SUBJECT_MAX) return `Shorten the subject to ${SUBJECT_MAX} characters.`
  if (!isCleanLine(subject)) return ONE_PLAIN_LINE
  return undefined
}

function messageError(message: string): string | undefined {
  if (isBlank(message)) return 'Enter a message.'
  if (message.length > MESSAGE_MAX)
    return `Shorten the message to ${MESSAGE_MAX.toLocaleString('en-US')} characters.`
  if (!isCleanText(message)) return HIDDEN_CHARACTERS
  return undefined
}

/** What is wrong with words to a client; undefined: nothing, also when there are none. */
export function wordsError(words: string): string | undefined {
  if (words.length > WORDS_MAX)
    return `Shorten your message to ${WORDS_MAX.toLocaleString('en-US')} characters.`
  if (!isCleanText(words)) return HIDDEN_CHARACTERS
  return undefined
}
