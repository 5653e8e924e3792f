/** Why a form was refused, and its values. */
export interface FormOutcome<Field extends string> {
  /** Applies to the whole form, for example when too much was sent. */
  sentence?: string | undefined
  errors: Partial<Record<Field, string>>
  values: Partial<Record<Field, string>>
}
