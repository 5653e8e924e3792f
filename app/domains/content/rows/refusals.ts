import type { FieldValues } from '~/platform/forms'
import { CONFLICT } from '~/platform/http/notices'
import type { RowRefusal } from './outcome'
import { FULL } from './sentences'

/** The answer to a refused form. */
export interface RowOutcome {
  /** Which form of the page. */
  intent: string
  sentence?: string
  errors: FieldValues
  values: FieldValues
}

/** @returns the status and the form's data; undefined: no such row */
export function refusalOf(
  refusal: RowRefusal,
  { intent, values }: { intent: string; values: FieldValues },
): { status: 409 | 422; outcome: RowOutcome } | undefined {
  switch (refusal.reason) {
    case 'refused':
      return { status: 422, outcome: { intent, errors: refusal.errors, values } }
    case 'changed-since':
      return { status: 409, outcome: { intent, sentence: CONFLICT, errors: {}, values } }
    case 'full':
      return { status: 409, outcome: { intent, sentence: FULL, errors: {}, values } }
    case 'missing':
      return undefined
  }
}

/** Reasons why there is no preview, one sentence each. */
export function refusalSentences(refusal: RowRefusal): string[] {
  switch (refusal.reason) {
    case 'refused':
      return Object.values(refusal.errors)
    case 'changed-since':
      return [CONFLICT]
    case 'full':
      return [FULL]
    case 'missing':
      return ['Someone on your team just deleted this.']
  }
}
