import { slugFrom } from '~/domains/photos/photo-name'

/** What stands in addresses of the Studio itself in place of a slug. */
const RESERVED = new Set(['new', 'preview'])
const MOST = 60

/**
 * The words of an address, made from a title once and for all.
 * @param count how many times it was taken already: the second one gets a number
 */
export function slugOf(title: string, { fallback, count }: { fallback: string; count: number }): string {
  const words = slugFrom(title)?.slice(0, MOST).replace(/-+$/, '') ?? fallback
  const slug = RESERVED.has(words) ? `${fallback}-${words}` : words
  return count === 0 ? slug : `${slug}-${count + 1}`
}
