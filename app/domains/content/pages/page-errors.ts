import type { z } from 'zod'
import { CHOOSE_PHOTO } from '~/platform/http/notices'
import { explainIssue } from '../settings/setting-errors'
import type { PageField, PageRows } from './fields'

/** Explains an error of a field and how to fix it. */
export function explainPageIssue(issue: z.core.$ZodIssue, field: PageField | PageRows | undefined): string {
  if (!field) return 'We couldn’t read this. Please type it again.'
  if (field.kind === 'rows') return explainCount(field)
  if (field.kind === 'photo') return CHOOSE_PHOTO
  if (field.kind === 'money') return 'Enter an amount in dollars, such as 345 or 9.28.'
  return explainIssue(issue, field.label)
}

/** Explains how many rows a list may have. */
export function explainCount({ label, one, least, most }: PageRows): string {
  if (least === most) return `“${label}” has exactly ${least}.`
  return `“${label}” has ${least} to ${most}. Add or remove a ${one}.`
}
