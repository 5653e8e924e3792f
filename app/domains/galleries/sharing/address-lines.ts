import { z } from 'zod'
import { NAME_MAX } from '~/platform/fields'
import { isCleanLine, isMailAddress } from '~/platform/text'
import { MOST_AT_ONCE } from './model'

export interface Addressee {
  name: string
  email: string
}

/** Schema of the field with recipients. */
export const addressLines = () =>
  z.string().transform((typed, context) => {
    const read = readAddresses(typed)
    if (read.ok) return read.people
    context.addIssue({ code: 'custom', message: read.sentence })
    return z.NEVER
  })

export type ReadAddresses = { ok: true; people: Addressee[] } | { ok: false; sentence: string }

/**
 * Typed recipients, one per line or separated by commas, with or without a name: `Ann Lee <ann@example.com>`.
 */
export function readAddresses(text: string): ReadAddresses {
  const entries = text
    .split(/[\n,;]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  if (entries.length === 0) return { ok: false, sentence: 'Enter at least one email address.' }
  const people = new Map<string, Addressee>()
  for (const entry of entries) {
    const person = readOne(entry)
    if (!person) return { ok: false, sentence: `“${shortened(entry)}” isn’t an email address.` }
    if (!people.has(person.email.toLowerCase())) people.set(person.email.toLowerCase(), person)
  }
  if (people.size > MOST_AT_ONCE)
    return { ok: false, sentence: `Enter up to ${MOST_AT_ONCE} email addresses at once.` }
  return { ok: true, people: [...people.values()] }
}

function readOne(entry: string): Addressee | undefined {
  const start = entry.endsWith('>') ? entry.lastIndexOf('<') : -1
  const email = start < 0 ? entry : entry.slice(start + 1, -1).trim()
  const name = start < 0 ? '' : entry.slice(0, start).trim().replace(/^"|"$/g, '').trim()
  if (!isMailAddress(email) || !isCleanLine(name) || name.length > NAME_MAX) return undefined
  return { name, email }
}

const shortened = (entry: string) => {
  const clean = isCleanLine(entry) ? entry : 'One of these lines'
  return clean.length > 60 ? `${clean.slice(0, 60)}…` : clean
}
