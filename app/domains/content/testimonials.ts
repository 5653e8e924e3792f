import type { Testimonial } from './model'
import type { FormField } from './rows/fields'

/** How a client gave permission to be quoted. */
export const PERMISSION_MEANS = {
  email: 'By email',
  writing: 'In writing',
  'in-person': 'In person',
  form: 'On a form',
} as const

export type PermissionMeans = keyof typeof PERMISSION_MEANS

/** A client's permission to show a testimonial, and its withdrawal. */
export interface Permission {
  id: string
  /** "July 2, 2026" */
  given: string
  /** null: not recorded. */
  means: PermissionMeans | null
  note: string
  /** Who recorded it and when: "Dorian Ellis, Nov 21, 2026, 1:05 PM"; null: from before that was recorded. */
  recorded: string | null
  withdrawal: { on: string; note: string; recorded: string | null } | null
}

export interface ListedTestimonial {
  id: string
  quote: string
  name: string
  kind: string
  /** `withdrawn`: there was a permission, but there is none now. */
  permission: 'given' | 'withdrawn' | 'none'
  /** The day of the current permission: "July 2, 2026". */
  since: string | null
  /** Pages that show it now. */
  pages: string[]
}

/** Far more than a site shows. */
export const MOST_TESTIMONIALS = 500

const ON_HOME = 3

/** Testimonials on the home page: the first ones with permission. */
export const quotesForHome = <T extends Testimonial>(shown: T[]): T[] => shown.slice(0, ON_HOME)

/** The testimonial on the portrait page: the first about portraits, or else the first. */
export const quoteForPortrait = <T extends Testimonial>(shown: T[]): T | undefined =>
  shown.find(({ kind }) => /portrait/i.test(kind)) ?? shown[0]

/** Pages with testimonials. */
export const QUOTING_PAGES = [
  { page: 'home', label: 'Home' },
  { page: 'portrait', label: 'Portrait' },
] as const

/** Where it is shown, and since when it may be. */
export function whereabouts({ permission, since, pages }: ListedTestimonial): string {
  if (permission !== 'given') return 'saved, not shown anywhere'
  const where =
    pages.length > 0 ? `on ${pages.join(' and ')}` : 'not on any page now because others come first'
  return `allowed on ${since}, ${where}`
}

export const TESTIMONIAL_FIELDS: FormField[] = [
  {
    name: 'quote',
    label: 'Testimonial',
    kind: 'text',
    rows: 5,
    hint: 'In their own words, without quotation marks. If you change it, ask them again.',
  },
  { name: 'name', label: 'Name', kind: 'line', hint: 'The name they want shown.' },
  {
    name: 'kind',
    label: 'Category',
    kind: 'line',
    optional: true,
    hint: 'For example, Wedding, June. Include “portrait” to show it on the Portrait page.',
  },
]

export const PERMISSION_FIELDS: FormField[] = [
  { name: 'day', label: 'Date of permission', kind: 'date' },
  {
    name: 'means',
    label: 'How they gave it',
    kind: 'choice',
    choices: Object.entries(PERMISSION_MEANS).map(([value, label]) => ({ value, label })),
  },
  {
    name: 'note',
    label: 'Note',
    kind: 'text',
    rows: 2,
    optional: true,
    hint: 'For example, where you keep their email. Never shown on your site.',
  },
]

export const WITHDRAWAL_FIELDS: FormField[] = [
  { name: 'day', label: 'Date withdrawn', kind: 'date' },
  {
    name: 'note',
    label: 'Note',
    kind: 'text',
    rows: 2,
    optional: true,
    hint: 'Never shown on your site.',
  },
]
