import type { FieldValues } from '~/platform/forms'

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
