import type { Testimonial } from '../model'

const ON_HOME = 3

/** What stands on Home: the first of those that may be shown. */
export const quotesForHome = <T extends Testimonial>(shown: T[]): T[] => shown.slice(0, ON_HOME)

/** What stands on the portrait page: the first about portraits, or else the first. */
export const quoteForPortrait = <T extends Testimonial>(shown: T[]): T | undefined =>
  shown.find(({ kind }) => /portrait/i.test(kind)) ?? shown[0]
