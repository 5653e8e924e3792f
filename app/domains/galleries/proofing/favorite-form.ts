import { optional, plainLine, text, whole } from '~/platform/fields'
import { COMMENT_MAX, NOTE_MAX, PURPOSE_MAX } from './model'

/** What a list is for, in the person’s own words. */
export const purposeField = () =>
  plainLine({
    max: PURPOSE_MAX,
    required: 'Enter what the list is for, such as Album or Prints.',
    what: 'it',
  })

export const commentField = () => text({ max: COMMENT_MAX, required: 'Write something first.', what: 'it' })

/** What comes with a submitted list; it may be left blank. */
export const noteField = () => text({ max: NOTE_MAX, what: 'it' })

/** null: the gallery's limit. */
export const limitField = () =>
  optional(whole({ min: 1, max: 9_999, error: 'Enter a whole number from 1 to 9,999, or leave it blank.' }))
