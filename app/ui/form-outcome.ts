/** Why a form was refused, and its values to show again. */
export interface FormOutcome<Field extends string> {
  /** Error of the whole form, for example when too much was sent. */
  sentence?: string | undefined
  errors: Partial<Record<Field, string>>
  values: Partial<Record<Field, string>>
}
