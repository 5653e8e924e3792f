/** Title of the note above a refused form. @param count at least 1 */
export const needsFixing = (count: number): string =>
  count === 1 ? 'One thing needs fixing.' : `${count} things need fixing.`

/** Why a form was refused, and its values to show again. */
export interface FormOutcome<Field extends string> {
  /** Error of the whole form, for example when too much was sent. */
  sentence?: string | undefined
  errors: Partial<Record<Field, string>>
  values: Partial<Record<Field, string>>
}
