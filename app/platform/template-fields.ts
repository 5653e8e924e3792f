const FIELD = /\{([A-Za-z]{1,40})\}/g

/** What a template is filled in with, by the word in braces. '' when there is no value. */
export type TemplateValues<Field extends string = string> = Record<Field, string>

/** "{firstName}, {name}, …" */
export const fieldsSentence = (fields: readonly string[]): string =>
  fields.map((name) => `{${name}}`).join(', ')

/**
 * Fills in a template once. Braces in the values are removed, so that a value is never taken for a field.
 * @returns `missing`: the fields without a value, and words in braces that aren't fields. They stay in the text.
 */
export function fillIn(text: string, values: TemplateValues): { text: string; missing: string[] } {
  const missing = new Set<string>()
  const filled = text.replace(FIELD, (field, name: string) => {
    const value = Object.hasOwn(values, name) ? (values[name] ?? '').replace(/[{}]/g, '') : ''
    if (value === '') missing.add(field)
    return value === '' ? field : value
  })
  return { text: filled, missing: [...missing] }
}

/** Words in braces that aren't among the fields. */
export const unknownFields = (text: string, fields: readonly string[]): string[] =>
  [...text.matchAll(FIELD)].flatMap(([field, name = '']) => (fields.includes(name) ? [] : [field]))

/** The sentence that refuses such a word. */
export const unknownFieldSentence = (field: string): string =>
  `${field} isn’t a field. Check how it’s spelled.`
