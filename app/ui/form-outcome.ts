/** Why a form came back, and what stood in it. */
export interface FormOutcome<Field extends string> {
  /** Holds for the whole form, such as that too much was sent. */
  sentence?: string | undefined
  errors: Partial<Record<Field, string>>
  values: Partial<Record<Field, string>>
}
