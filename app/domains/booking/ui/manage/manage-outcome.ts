import type { FormOutcome } from '~/ui/form-outcome'

/** Why one of the forms beside a booking came back. */
export interface ManageOutcome extends FormOutcome<string> {
  /** Which form. */
  intent: string
  /** Rules that hold for clients and are broken on purpose once that is ticked. */
  warnings?: string[]
}

/** The outcome, when it is this form's. */
export const outcomeFor = (
  outcome: ManageOutcome | undefined,
  ...intents: string[]
): ManageOutcome | undefined => (outcome && intents.includes(outcome.intent) ? outcome : undefined)
