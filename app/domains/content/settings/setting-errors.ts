import type { z } from 'zod'
import { CHOOSE_OPTION, ENTER_DATE } from '~/platform/http/notices'

/** Explains an error of a field and how to fix it. */
export function explainIssue(issue: z.core.$ZodIssue, label: string): string {
  switch (issue.code) {
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'Check the format. See the example below the field.'
    case 'too_small':
      return issue.origin === 'string' ? `“${label}” is required.` : `Enter ${issue.minimum} or more.`
    case 'too_big':
      return issue.origin === 'string'
        ? `Shorten “${label}” to ${issue.maximum === 1 ? 'one letter' : `${issue.maximum} characters`}.`
        : `“${label}” is too large.`
    case 'invalid_type':
      return `Enter a number for “${label}.”`
    case 'invalid_union':
      return FORMATS.email ?? ''
    case 'invalid_value':
    case 'custom':
      return CHOOSE_OPTION
    default:
      return 'We couldn’t read this. Please type it again.'
  }
}

const FORMATS: Record<string, string | undefined> = {
  email: 'Enter a full email address, like you@example.com.',
  url: 'Enter a full URL, such as https://example.com.',
  date: ENTER_DATE,
  'page-or-address': 'Enter a page on this site, such as /book-session, or a URL that begins with https://.',
}
