import { createHash, randomBytes, randomInt, randomUUIDv7, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'

let last = ''

/**
 * A row's id: a version 7 UUID (RFC 9562), which sorts by creation time. Ids of one process also sort within a
 * millisecond (section 6.2, method 2).
 */
export function newId(): string {
  const id = randomUUIDv7()
  last = id > last ? id : following(last)
  return last
}

/** The counter: the last 48 bits, 12 hexadecimal digits, which start at a random value. */
const TAIL_DIGITS = 12
const TAIL_END = 2 ** 48
const LARGEST_STEP = 2 ** 32

/** A random increment; on overflow, as if created a millisecond later. */
function following(id: string): string {
  const tail = Number.parseInt(id.slice(-TAIL_DIGITS), 16) + randomInt(1, LARGEST_STEP)
  if (tail < TAIL_END) return id.slice(0, -TAIL_DIGITS) + hex(tail)
  const time = hex(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) + 1)
  return `${time.slice(0, 8)}-${time.slice(8)}${randomUUIDv7().slice(13)}`
}

const hex = (number: number) => number.toString(16).padStart(12, '0')

/** 192 random bits in base64url: a capability that cannot be guessed. */
export const newToken = (): string => randomBytes(24).toString('base64url')

export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')

/** Whether a typed secret is the right one. Takes the same time for all. */
export const isSameSecret = (typed: string, right: string): boolean =>
  timingSafeEqual(Buffer.from(sha256(typed)), Buffer.from(sha256(right)))

/** SHA-256 of a local file, hexadecimal. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}
