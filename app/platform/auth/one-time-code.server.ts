import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000
const DIGITS = 6
/** Tolerates clock differences: the previous and the next code are valid too. */
const STEPS_AROUND = [-1, 0, 1]

/** The time step (RFC 6238) of a currently valid code; undefined: invalid. */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  const present = Math.floor(now / STEP_MS)
  const given = Buffer.from(code)
  return STEPS_AROUND.map((around) => present + around).find((step) => {
    const right = Buffer.from(codeAt(secret, step))
    return right.length === given.length && timingSafeEqual(right, given)
  })
}

/** RFC 4226, section 5.3. */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}
