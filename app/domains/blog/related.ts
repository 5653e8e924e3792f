import { isSlug } from '~/platform/fields'

/** What can be shown below a post. */
export const RELATED_KINDS = ['post', 'gallery', 'session'] as const
export type RelatedKind = (typeof RELATED_KINDS)[number]

export interface RelatedRef {
  kind: RelatedKind
  slug: string
}

/** @param written such as `gallery:spring-light` @returns undefined: not written like this */
export function readRelated(written: string): RelatedRef | undefined {
  const [kind, slug = ''] = written.split(':', 2)
  const known = RELATED_KINDS.find((each) => each === kind)
  return known && isSlug(slug) ? { kind: known, slug } : undefined
}

/** Most of each kind that are chosen by tags. */
export const MOST_RELATED: Record<RelatedKind, number> = { post: 3, gallery: 2, session: 1 }

/**
 * Whether a gallery or a session type belongs to one of the tags: a tag's word is one of its words, whether singular
 * or plural.
 * @param tags slugs
 * @param words slugs of what it says of itself, such as its title and its category
 */
export function sharesTag(tags: readonly string[], words: readonly string[]): boolean {
  const own = new Set(words.flatMap((slug) => slug.split('-').map(singular)))
  return tags.some((tag) => tag.split('-').every((word) => own.has(singular(word))))
}

const singular = (word: string): string => (word.length > 3 ? word.replace(/s$/, '') : word)
