/** Fields of page bodies that hold the slug of a photograph, or several. */
const SINGLE = /^(photo|packagesPhoto)$/
const SEVERAL = /^strip$/

/** Slugs of the photographs that a page's body names, in the order in which they stand, each once. */
export function photosNamedIn(body: unknown): string[] {
  const found = new Set<string>()
  const visit = (value: unknown, key: string) => {
    if (typeof value === 'string') {
      if (SINGLE.test(key)) found.add(value)
    } else if (Array.isArray(value)) {
      for (const each of value) {
        if (typeof each === 'string' && SEVERAL.test(key)) found.add(each)
        else visit(each, '')
      }
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, each] of Object.entries(value)) visit(each, name)
    }
  }
  visit(body, '')
  return [...found]
}
