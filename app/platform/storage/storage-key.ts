const SEGMENT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/

/**
 * Holds keys to a few plain characters, so that no spelling of one leads out of the place where files live.
 * @throws Error when it is not a key: keys are made by the program, never taken from a visitor
 */
export function checkKey(key: string): string {
  const segments = key.split('/')
  const plain = segments.every(
    (segment) => SEGMENT.test(segment) && !segment.includes('..') && !segment.endsWith('.'),
  )
  if (!plain || key.length > 512) throw new Error(`Not a storage key: ${JSON.stringify(key.slice(0, 100))}`)
  return key
}
