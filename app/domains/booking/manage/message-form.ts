import { z } from 'zod'
import { checkbox, plainLine, text, textBy } from '~/platform/fields'
import { slotField } from '../booking-form'
import { CLIENT_NOTE_MAX, NOTE_MAX } from './model'
import { startOf, wallStartFields } from './wall-start'

export const SUBJECT_MAX = 150
export const MESSAGE_MAX = 5_000

/** A message to a client. */
export const messageSchema = () =>
  z.object({
    subject: plainLine({ max: SUBJECT_MAX, required: 'Enter a subject.', what: 'the subject' }),
    message: text({ max: MESSAGE_MAX, required: 'Enter a message.', what: 'the message' }),
  })

/** What only the studio reads. */
export const noteSchema = () => z.object({ note: text({ max: NOTE_MAX, what: 'the note' }) })

const wordsFields = () => ({ words: text({ max: CLIENT_NOTE_MAX, what: 'your message' }) })

/** What a client reads with a decision; it may be left blank. */
export const wordsSchema = () => z.object(wordsFields())

/**
 * A reschedule by the studio: to a start of the list, or to any date and time.
 * @param get the posted form: which fields count depends on its choice
 */
export function rescheduleSchema(get: (name: string) => string, zone: string) {
  const others = { ...wordsFields(), asksToAccept: checkbox(), anyway: checkbox() }
  if (get('slot') === '' || get('slot') === 'other')
    return z
      .object({ ...wallStartFields(), ...others })
      .transform(({ date, time, which, ...move }, context) => ({
        startsAt: startOf({ date, time, which }, zone, context),
        ...move,
      }))
  const listed = textBy(
    () => get('time') === '',
    'You picked an open time and entered a custom one. Choose “Custom time,” or clear the custom fields.',
  ).pipe(slotField('Choose a time from the list.'))
  return z.object({ slot: listed, ...others }).transform(({ slot, ...move }) => ({ startsAt: slot, ...move }))
}
