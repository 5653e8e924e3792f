/** Maximum length of a slug in characters, without a number or id after it. */
const LONGEST = 80

/** A text as a part of a URL: its Latin letters and digits; undefined if it has none. */
export function slugFrom(text: string): string | undefined {
  const slug = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[’']/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, LONGEST)
    .replace(/-$/, '')
  return slug === '' ? undefined : slug
}

/**
 * Slugs to try until one is free: without a number, then with numbers from 2.
 * @param last endings to try after number 9; without them, the numbers continue
 */
export function* slugCandidates(slug: string, ...last: string[]): Generator<string> {
  yield slug
  for (let n = 2; n < 10 || last.length === 0; n++) yield `${slug}-${n}`
  for (const ending of last) yield `${slug}-${ending}`
}

/** The first slug that `take` succeeds with, such as by inserting its row. */
export async function takeSlug(
  candidates: Iterable<string>,
  take: (slug: string) => Promise<boolean>,
): Promise<string> {
  for (const slug of candidates) if (await take(slug)) return slug
  throw new Error('Every slug is taken.')
}
