import { photosInText } from '~/domains/texts/model'

/** Fields of page bodies with one photo slug, or several. */
const SINGLE = 'photo'
const SEVERAL = 'strip'

/** Slugs of the photos in a page's body, in order, each once, without those of its text. */
export function photosNamedIn(body: unknown): string[] {
  const found = new Set<string>()
  const visit = (value: unknown, key: string) => {
    if (typeof value === 'string') {
      if (key === SINGLE) found.add(value)
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

/** Slugs of the photos in the stored body of a page, also in its text. */
export function photosOnPage(stored: object): string[] {
  const { body, document } = stored as { body?: unknown; document?: unknown }
  const texts = [body, document].filter((text) => typeof text === 'string')
  return [...photosNamedIn(stored), ...texts.flatMap(photosInText)]
}
