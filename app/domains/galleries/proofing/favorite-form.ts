import { optional, plainLine, text, whole } from '~/platform/fields'
import { COMMENT_MAX, NOTE_MAX, PURPOSE_MAX } from './model'

/** Schema of a list's name. */
export const purposeField = () =>
  plainLine({
    max: PURPOSE_MAX,
    required: 'Enter what the list is for, such as Album or Prints.',
    what: 'it',
  })

export const commentField = () => text({ max: COMMENT_MAX, required: 'Write something first.', what: 'it' })

/** Schema of the optional note with a submitted list. */
export const noteField = () => text({ max: NOTE_MAX, what: 'it' })

/** Schema of a list's own limit; null: the gallery's limit. */
export const limitField = () =>
  optional(whole({ min: 1, max: 9_999, error: 'Enter a whole number from 1 to 9,999, or leave it blank.' }))
