import type { FieldValues } from './settings-form'

/** Which fields are different now, in the form's order, each with what it was. */
export const changesBetween = (
  before: FieldValues,
  after: FieldValues,
  label: (name: string) => string,
): { field: string; from: string; to: string }[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const [from, to] = [before[name] ?? '', after[name] ?? '']
    return from === to ? [] : [{ field: label(name), from, to }]
  })
