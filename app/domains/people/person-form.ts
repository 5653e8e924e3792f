import { z } from 'zod'
import { NAME_MAX, phone, plainLine, text } from '~/platform/fields'
import { NOTE_MAX, type Person } from './model'

export type PersonField = 'name' | 'phone' | 'note'
export type PersonDraft = Record<PersonField, string>

/** @param person as stored: a longer merged note may stay */
export const personSchema = (person: Pick<Person, 'note'>) =>
  z.object({
    name: plainLine({ max: NAME_MAX, what: 'the name' }),
    phone: phone(),
    note: text({ max: Math.max(NOTE_MAX, person.note.length), what: 'the note', counted: true }),
  })
