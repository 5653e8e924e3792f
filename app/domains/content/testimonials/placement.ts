import type { Testimonial } from '../model'
import type { ListedTestimonial } from './model'

const ON_HOME = 3

/** What stands on Home: the first of those that may be shown. */
export const quotesForHome = <T extends Testimonial>(shown: T[]): T[] => shown.slice(0, ON_HOME)

/** What stands on the portrait page: the first about portraits, or else the first. */
export const quoteForPortrait = <T extends Testimonial>(shown: T[]): T | undefined =>
  shown.find(({ kind }) => /portrait/i.test(kind)) ?? shown[0]

/** The pages that quote somebody. */
export const QUOTING_PAGES = [
  { page: 'home', label: 'Home' },
  { page: 'portrait', label: 'Portrait' },
] as const

/** Where it stands, and since when that is allowed. */
export function whereabouts({ permission, since, pages }: ListedTestimonial): string {
  if (permission !== 'given') return 'saved, not shown anywhere'
  const where =
    pages.length > 0 ? `on ${pages.join(' and ')}` : 'not on any page now because others come first'
  return `allowed on ${since}, ${where}`
}
