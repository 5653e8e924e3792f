import type { z } from 'zod'

/** What is wrong with the field of that label, as a sentence that says what to do. */
export function explainIssue(issue: z.core.$ZodIssue, label: string): string {
  switch (issue.code) {
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'Write this in the form that the hint shows.'
    case 'too_small':
      return issue.origin === 'string' ? `“${label}” has to be filled in.` : `Enter ${issue.minimum} or more.`
    case 'too_big':
      return issue.origin === 'string'
        ? `Shorten “${label}” to ${issue.maximum === 1 ? 'one letter' : `${issue.maximum} characters`}.`
        : `“${label}” is too large.`
    case 'invalid_type':
      return `“${label}” has to be a number.`
    case 'invalid_union':
      return FORMATS.email ?? ''
    case 'invalid_value':
    case 'custom':
      return 'Choose one of the list.'
    default:
      return 'This cannot be read. Write it again.'
  }
}

const FORMATS: Record<string, string | undefined> = {
  email: 'Enter a whole email address, like you@example.com.',
  url: 'Enter a whole address, like https://example.com.',
  date: 'Enter a day, such as 2026-11-28.',
  'page-or-address':
    'Enter a page of this site, such as /book-session, or an address that begins with https://.',
}
