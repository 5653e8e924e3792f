import { HIDDEN_CHARACTERS, ONE_PLAIN_LINE } from '~/platform/http/notices'
import { isBlank, NAME_MAX, phoneError } from '~/platform/person-fields'
import { isCleanLine, isCleanText, withLineFeeds, withoutOuterSpaces } from '~/platform/text'
import { NOTE_MAX, type Person } from './model'

export type PersonField = 'name' | 'phone' | 'note'
export type PersonDraft = Record<PersonField, string>

/**
 * Reads what the owner typed. Every field that has to be mended gets a sentence.
 * @param person as stored: a note that merging has made longer may stay as long
 */
export function readPersonDraft(
  fields: PersonDraft,
  person: Pick<Person, 'note'>,
): { ok: true; draft: PersonDraft } | { ok: false; errors: Partial<PersonDraft> } {
  const draft = {
    name: isBlank(fields.name) ? '' : withoutOuterSpaces(fields.name),
    phone: isBlank(fields.phone) ? '' : withoutOuterSpaces(fields.phone),
    note: withLineFeeds(fields.note).trim(),
  }
  const found: Record<PersonField, string | undefined> = {
    name: nameError(draft.name),
    phone: phoneError(draft.phone),
    note: noteError(draft.note, Math.max(NOTE_MAX, person.note.length)),
  }
  const errors = Object.fromEntries(Object.entries(found).filter(([, error]) => error !== undefined))
  return Object.keys(errors).length === 0 ? { ok: true, draft } : { ok: false, errors }
}

function nameError(name: string): string | undefined {
  if (name.length > NAME_MAX) return `Shorten the name to ${NAME_MAX} characters.`
  if (!isCleanLine(name)) return ONE_PLAIN_LINE
  return undefined
}

function noteError(note: string, most: number): string | undefined {
  if (note.length > most)
    return `Shorten the note to ${most.toLocaleString('en-US')} characters. It has ${note.length.toLocaleString('en-US')}.`
  if (!isCleanText(note)) return HIDDEN_CHARACTERS
  return undefined
}
