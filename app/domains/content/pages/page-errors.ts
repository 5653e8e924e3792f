import type { z } from 'zod'
import { explainIssue } from '../settings/setting-errors'
import type { PageField, PageRows } from './fields'

export const MEANWHILE =
  'Somebody else saved this page while you were writing. Copy what you want to keep, reload the page, and make your change again.'

/** What is wrong with that field, as a sentence that says what to do. */
export function explainPageIssue(issue: z.core.$ZodIssue, field: PageField | PageRows | undefined): string {
  if (!field) return 'This cannot be read. Write it again.'
  if (field.kind === 'rows') return explainCount(field)
  if (field.kind === 'photo') return 'Choose one of the photographs.'
  if (field.kind === 'money') return 'Enter an amount in dollars, such as 345 or 9.28.'
  return explainIssue(issue, field.label)
}

/** How many rows that list may have. */
export function explainCount({ label, one, least, most }: PageRows): string {
  if (least === most) return `“${label}” has exactly ${least}.`
  return `“${label}” has ${least} to ${most}. Add or remove a ${one}.`
}
