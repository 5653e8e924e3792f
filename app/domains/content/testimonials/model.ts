/** How somebody said that they may be quoted. */
export const PERMISSION_MEANS = {
  email: 'By email',
  writing: 'In writing',
  'in-person': 'In person',
  form: 'On a form',
} as const

export type PermissionMeans = keyof typeof PERMISSION_MEANS

/** That a person allowed what they said to be shown, and perhaps took that back. */
export interface Permission {
  id: string
  /** "July 2, 2026" */
  given: string
  /** null: nobody wrote down how. */
  means: PermissionMeans | null
  note: string
  /** Who wrote it down and when: "Dorian Ellis, Nov 21, 2026, 1:05 PM"; null: before that was kept. */
  recorded: string | null
  withdrawal: { on: string; note: string; recorded: string | null } | null
}

export interface ListedTestimonial {
  id: string
  quote: string
  name: string
  kind: string
  /** `withdrawn`: there was a permission, and there is none now. */
  permission: 'given' | 'withdrawn' | 'none'
  /** The day on which the standing permission was given: "July 2, 2026". */
  since: string | null
  /** Pages on which it stands now. */
  pages: string[]
}

/** More than the site will ever show. */
export const MOST_TESTIMONIALS = 500
