const SEGMENT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/

/**
 * Restricts keys to a few plain characters, so that no key can leave the storage.
 * @throws Error for an invalid key: keys are generated, never taken from visitors
 */
export function checkKey(key: string): string {
  const segments = key.split('/')
  const plain = segments.every(
    (segment) => SEGMENT.test(segment) && !segment.includes('..') && !segment.endsWith('.'),
  )
  if (!plain || key.length > 512) throw new Error(`Not a storage key: ${JSON.stringify(key.slice(0, 100))}`)
  return key
}
