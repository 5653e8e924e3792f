import { wordsOfText } from '~/domains/texts/stored-text'
import type { FieldValues } from '~/platform/forms'
import { everyField, type FormPart } from './rows/fields'

/** The changed fields, in the form's order, with their previous values. */
export const changesBetween = (
  before: FieldValues,
  after: FieldValues,
  label: (name: string) => string,
): { field: string; from: string; to: string }[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const [from, to] = [before[name] ?? '', after[name] ?? '']
    return from === to ? [] : [{ field: label(name), from, to }]
  })

/** The same for a described form. Long texts are shortened. */
export function rowChanges(fields: readonly FormPart[], before: FieldValues, after: FieldValues) {
  const every = [...everyField(fields, before), ...everyField(fields, after)]
  const labels = new Map(every.map(({ name, label }) => [name, label]))
  const texts = every.filter(({ kind }) => kind === 'document').map(({ name }) => name)
  const readable = (values: FieldValues): FieldValues => ({
    ...values,
    ...Object.fromEntries(texts.map((name) => [name, wordsOfText(values[name] ?? '')])),
  })
  return changesBetween(readable(before), readable(after), (name) => labels.get(name) ?? name).map(shortened)
}

/** Most characters logged of each side of a change. */
const MOST = 400
/** Characters kept before the first difference. */
const LEAD = 40

/** Shortens long texts of a change around the first difference. */
export function shortened<C extends { from: string; to: string }>(change: C): C {
  const { from, to } = change
  if (from.length <= MOST && to.length <= MOST) return change
  let same = 0
  while (same < from.length && from[same] === to[same]) same += 1
  const start = Math.max(0, same - LEAD)
  return { ...change, from: cut(from, start), to: cut(to, start) }
}

const cut = (text: string, start: number): string =>
  `${start > 0 ? '…' : ''}${text.slice(start, start + MOST).toWellFormed()}${text.length > start + MOST ? '…' : ''}`
