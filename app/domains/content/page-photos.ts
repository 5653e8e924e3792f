import { isDocument, photosInDocument } from '~/domains/texts/model'

/** Fields of page bodies with one photo slug, or several. */
const SINGLE = 'photo'
const SEVERAL = 'strip'

/** Slugs of the photos in a page's body and its text, in order, each once. */
export function photosNamedIn(body: unknown): string[] {
  const found = new Set<string>()
  const visit = (value: unknown, key: string) => {
    if (typeof value === 'string') {
      if (key === SINGLE) found.add(value)
      else if (isDocument(value)) for (const slug of photosInDocument(value)) found.add(slug)
    } else if (Array.isArray(value)) {
      for (const each of value) {
        if (typeof each === 'string' && key === SEVERAL) found.add(each)
        else visit(each, '')
      }
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, each] of Object.entries(value)) visit(each, name)
    }
  }
  visit(body, '')
  return [...found]
}
